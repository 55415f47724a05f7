/** An operation cannot be imported; the rest of the document may still be usable. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported'
}
