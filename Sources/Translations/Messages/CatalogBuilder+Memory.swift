#if canImport(Glibc)
  internal import Glibc
#endif

extension CatalogBuilder {
  /// Asks the kernel to back reserved memory with large pages.
  ///
  /// A table is filled once, from front to end; taking it page by page of 4 KiB costs a twelfth of the time
  /// it takes to parse the file. Small tables are left alone, because a large page is 2 MiB, and so is all but the
  /// front of large ones: a virtual machine gives free large pages back to its host and pays for getting them again,
  /// which for a table of 150 MiB was a sixth of all time.
  static func adviseLargePages<Element>(_ array: inout [Element]) {
    #if canImport(Glibc)
      let size = min(array.capacity * MemoryLayout<Element>.stride, 32 << 20)
      guard size >= 4 << 20 else { return }
      unsafe array.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        let page = 4096
        let skip = (page - Int(bitPattern: start) % page) % page
        // Only advice: a kernel that does not know it changes nothing.
        _ = unsafe madvise(start + skip, (size - skip) / page * page, MADV_HUGEPAGE)
      }
    #endif
  }
}
