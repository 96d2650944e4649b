/// The name out of `names` that `name` is most likely a slip of, if there is one.
///
/// The distance is that of optimal string alignment (insert, delete, replace, swap neighbours), over bytes
/// without regard to ASCII case; it may be a third of the name's length.
func nearestName(to name: String, in names: [String]) -> String? {
  let wanted = Array(name.lowercased().utf8.prefix(64))
  var best: (distance: Int, name: String)?
  for candidate in names {
    let distance = editDistance(wanted, Array(candidate.lowercased().utf8))
    if distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  guard let best, best.distance <= max(1, max(wanted.count, best.name.utf8.count) / 3) else { return nil }
  return best.name
}

private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j + 1], row[j]) + 1
      distance = min(distance, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, beforeLast[j - 1] + 1) }
      row.append(distance)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
