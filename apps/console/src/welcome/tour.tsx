import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'
import { tourStep } from './tour-step.ts'
import { STEPS } from './tour-steps.ts'
import { useSampleData } from './use-sample-data.ts'
import './welcome.css'

/** One step of the tour, next to the view that it describes. The page stays usable. */
export function Tour({ at }: { at: number }) {
  const navigate = useNavigate()
  const { remove } = useSampleData()
  const step = STEPS[at]
  if (step === undefined) return null
  const go = (to: number) => {
    tourStep.set(to)
    const path = STEPS[to]?.path
    if (path !== undefined) void navigate({ to: path })
  }
  const isLast = at === STEPS.length - 1
  return (
    <aside className="tour" aria-label="Tour">
      <header>
        <h2>{step.title}</h2>
        <span className="muted">
          {at + 1} of {STEPS.length}
        </span>
        <button
          type="button"
          className="button"
          data-kind="quiet"
          data-size="icon"
          aria-label="End the tour"
          onClick={() => tourStep.set(undefined)}
        >
          <Icon name="close" />
        </button>
      </header>
      <p aria-live="polite">{step.text}</p>
      <footer>
        <button
          type="button"
          className="button"
          data-size="small"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Remove the sample data
        </button>
        <span className="tour-steps">
          {at > 0 && (
            <button type="button" className="button" data-size="small" onClick={() => go(at - 1)}>
              Back
            </button>
          )}
          <button
            type="button"
            className="button"
            data-kind="primary"
            data-size="small"
            onClick={() => (isLast ? tourStep.set(undefined) : go(at + 1))}
          >
            {isLast ? 'End the tour' : 'Next'}
          </button>
        </span>
      </footer>
    </aside>
  )
}
