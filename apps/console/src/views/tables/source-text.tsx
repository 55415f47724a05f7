import type { Source } from '../../api/tables.ts'
import './tables.css'

/** The place in the document where a value was found. */
export const SourceText = ({ source: { page, quote } }: { source: Source }) => (
  <blockquote className="source">
    {quote !== undefined && `“${quote}”`}
    {page !== undefined && <span className="muted"> page {page}</span>}
  </blockquote>
)
