/** An operation that has no form as a function: the rest of the document may still be of use. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported'
}
