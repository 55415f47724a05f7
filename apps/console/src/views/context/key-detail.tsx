import { useQuery } from '@tanstack/react-query'
import { type Item, itemQuery } from '../../api/context.ts'
import { useMayCall, useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { NotPermitted } from '../../ui/not-permitted.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { describeReaders, formatSeconds } from './describe-readers.ts'
import { KeyHistory } from './key-history.tsx'

type Props = { keyName: string; onClose: () => void }

/** The panel of a key with its history, and for the operator with its readers. */
export function KeyDetail({ keyName, onClose }: Props) {
  const { is_root } = useSession()
  const mayCall = useMayCall()
  return (
    <Dialog title={keyName} side="right" isOpen onClose={onClose}>
      {is_root && <OperatorsView keyName={keyName} />}
      {is_root || mayCall('read_history') ? (
        <KeyHistory keyName={keyName} />
      ) : (
        <NotPermitted what="the values of keys here" tool="read_history" />
      )}
    </Dialog>
  )
}

function OperatorsView({ keyName }: { keyName: string }) {
  const { data: item, error } = useQuery(itemQuery(keyName))
  if (error) return <ErrorState error={error} />
  if (item === undefined) return <Loading />
  if (item === null) {
    return (
      <EmptyState title="This key has no value any longer">
        It expired or was deleted. A version from its history can be restored, and an agent can push
        it again with push_context.
      </EmptyState>
    )
  }
  return (
    <>
      <Facts item={item} />
      <section>
        <h3>Value</h3>
        <JsonView label="Value" json={item.value} />
      </section>
    </>
  )
}

const Facts = ({ item }: { item: Item }) => (
  <dl className="facts">
    <dt>Readers</dt>
    <dd>{describeReaders(item.readers)}</dd>
    <dt>Written by</dt>
    <dd>
      {item.written_by}, <Time at={item.written_at} />
    </dd>
    <dt>Time left</dt>
    <dd>{formatSeconds(item.ttl_remaining)}</dd>
    <dt>Version</dt>
    <dd>
      {item.version}, {formatBytes(item.bytes)}
    </dd>
  </dl>
)
