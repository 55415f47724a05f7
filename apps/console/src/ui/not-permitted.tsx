import { Page } from './page.tsx'
import { EmptyState } from './states.tsx'

type Props = {
  /** The things that the key may not see, such as "schedules". */
  what: string
  /** The tool whose permission it takes. */
  tool: string
}

export const NotPermitted = ({ what, tool }: Props) => (
  <EmptyState title={`This key may not see ${what}`}>
    It takes permission for the tool <code>{tool}</code>, which the operator can give.
  </EmptyState>
)

/** A view whose list the key may not read. */
export const ForbiddenView = ({ title, what, tool }: Props & { title: string }) => (
  <Page title={title}>
    <NotPermitted what={what} tool={tool} />
  </Page>
)
