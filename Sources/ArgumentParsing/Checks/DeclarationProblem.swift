/// A mistake in the declarations of a tree of commands, which no command line can be blamed for.
package struct DeclarationProblem: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// Two properties of a command share a name.
    case duplicateName
    /// The name is `-h`, `--help`, or the `--version` of a command that has one.
    case reservedName
    /// No command line can spell the name, or it reads as a value.
    case unusableName
    /// An option has no name at all.
    case missingName
    /// A required operand follows one that may be left out.
    case requiredAfterOptional
    /// An operand follows one that takes all that are left.
    case operandAfterRest
    /// A command has operands and subcommands.
    case operandBesideSubcommands
    /// A command and one above it share a name that takes a value only in one of them.
    case conflictWithParent
    /// Nothing turns a flag off.
    case flagWithoutEffect
    /// Two subcommands share a name or an alias.
    case duplicateSubcommand
    /// A command is its own subcommand, at any depth.
    case recursion
    /// The default subcommand is not a subcommand.
    case unlistedDefault
    /// Help says nothing about a command or an argument.
    case missingAbstract
    /// The help of a command that can run does not end with an example.
    case missingExample
    /// A line of help is wider than 80 columns.
    case wideHelp
  }

  package var kind: Kind
  /// The names from the root to the command, separated by spaces.
  package var command: String
  /// The option, operand or subcommand; empty for the command itself.
  package var subject: String

  package init(kind: Kind, command: String, subject: String = "") {
    self.kind = kind
    self.command = command
    self.subject = subject
  }

  package var description: String {
    subject.isEmpty ? "\(command): \(kind)" : "\(command): \(kind): \(subject)"
  }
}

extension ParsableCommand {
  /// Everything that is wrong in the tree of which this is the root; a unit test proves it empty.
  package static func declarationProblems() -> [DeclarationProblem] {
    var checker = DeclarationChecker()
    checker.check(CommandPath([Self.self]), above: [])
    return checker.problems
  }
}
