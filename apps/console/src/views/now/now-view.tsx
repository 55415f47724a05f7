import { Page } from '../../ui/page.tsx'
import { Welcome } from '../../welcome/welcome.tsx'
import { Attention } from './attention.tsx'
import { LastHour } from './last-hour.tsx'
import { ToolTimes } from './tool-times.tsx'
import './now.css'

/** The state of the gateway at a glance. */
export const NowView = () => (
  <Page title="Now">
    <Welcome />
    <LastHour />
    <div className="now-columns">
      <ToolTimes />
      <Attention />
    </div>
  </Page>
)
