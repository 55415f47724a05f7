import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { SessionContext, useMay, useSession, useSessionQuery } from '../api/session.ts'
import { Icon } from '../ui/icon.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { SAMPLE_WORKSPACE } from '../welcome/sample-workspace.ts'
import { tourStep } from '../welcome/tour-step.ts'
import { useLive } from './live.ts'
import { Sidebar } from './sidebar.tsx'
import { SignIn } from './sign-in.tsx'

const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette })
const Palette = lazy(loadPalette)
const PALETTE_DELAY_MS = 2_000
const Tour = lazy(async () => ({ default: (await import('../welcome/tour.tsx')).Tour }))

/** The sign-in page, or the console after signing in. */
export function SignedIn() {
  const { data, error, refetch } = useSessionQuery()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading />
  if (data === null) return <SignIn />
  return (
    <SessionContext value={data}>
      <Shell />
    </SessionContext>
  )
}

function Shell() {
  const [isNavOpen, setNavOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const step = useSyncExternalStore(tourStep.subscribe, tourStep.get)
  const { workspace, agent } = useSession()
  const may = useMay()
  const live = useLive(may('stream_events'), `${workspace}/${agent}`)
  const { pathname } = useLocation()
  useOtherWorkspace(`${workspace}/${agent}`)
  useEffect(() => setNavOpen(false), [pathname])
  // The palette is loaded before it opens, since keys typed until then would be lost, but after the
  // first view.
  useEffect(() => {
    const timer = setTimeout(loadPalette, PALETTE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setPaletteOpen((open) => !open)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: `#main` alone would be relative to the `<base>` of the page. */}
      <a className="button skip" href="#main" onClick={skipToContent}>
        Skip to the content
      </a>
      <Sidebar isOpen={isNavOpen} />
      {isNavOpen && (
        <button
          type="button"
          className="scrim"
          aria-label="Close the navigation"
          onClick={() => setNavOpen(false)}
        />
      )}
      <div className="main">
        <div className="topbar">
          <button
            type="button"
            className="button menu-button"
            data-kind="quiet"
            data-size="icon"
            aria-label="Open the navigation"
            aria-expanded={isNavOpen}
            onClick={() => setNavOpen(true)}
          >
            <Icon name="menu" />
          </button>
          <button type="button" className="searchbox" onClick={() => setPaletteOpen(true)}>
            <Icon name="search" />
            Search or run a command
            <kbd>Ctrl K</kbd>
          </button>
          {live !== 'off' && (
            <p className="live" data-state={live} role="status">
              <span>{live === 'live' ? 'Live' : 'Connecting …'}</span>
            </p>
          )}
        </div>
        <main id="main" tabIndex={-1}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {step !== undefined && workspace === SAMPLE_WORKSPACE && (
        <Suspense>
          <Tour at={step} />
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Another workspace or agent has other data: nothing of the old one may stay. */
function useOtherWorkspace(identity: string): void {
  const client = useQueryClient()
  const [shown, setShown] = useState(identity)
  useEffect(() => {
    if (shown === identity) return
    setShown(identity)
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session'
    client.removeQueries({ type: 'inactive', predicate })
    void client.resetQueries({ type: 'active', predicate })
  }, [client, identity, shown])
}

function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
