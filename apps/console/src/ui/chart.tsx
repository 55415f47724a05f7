import { useEffect, useRef, useState } from 'react'
import type UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export type Series = { readonly label: string; readonly colour: string; readonly fill?: boolean }

type Props = {
  /** A description of the picture for screen readers. */
  label: string
  series: readonly Series[]
  /** Times in seconds, then one array of values for each series. */
  data: readonly (readonly number[])[]
  height?: number
  /** The text for a time, by its index: shown while the pointer is over it. */
  describe?: (index: number) => string
}

/** Lines over time. uPlot is loaded with the first chart. */
export function Chart({ label, series, data, height = 160, describe }: Props) {
  const [pointed, setPointed] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(undefined)
  const latest = useRef(data)
  latest.current = data
  useEffect(() => {
    const parent = box.current
    if (parent === null) return
    let isGone = false
    const observer = new ResizeObserver(() =>
      plot.current?.setSize({ width: parent.clientWidth, height }),
    )
    const draw = async () => {
      const { default: Plot } = await import('uplot')
      if (isGone) return
      plot.current?.destroy()
      plot.current = new Plot(
        {
          ...optionsOf(series, parent.clientWidth, height),
          hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? undefined)] },
        },
        latest.current as unknown as UPlot.AlignedData,
        parent,
      )
    }
    void draw()
    observer.observe(parent)
    // The canvas has fixed colours: another theme needs another picture.
    const themes = new MutationObserver(() => void draw())
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      isGone = true
      observer.disconnect()
      themes.disconnect()
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [series, height])
  useEffect(() => plot.current?.setData(data as unknown as UPlot.AlignedData), [data])
  return (
    <>
      <p className="chart-note" aria-hidden="true">
        {pointed !== undefined && describe?.(pointed)}
      </p>
      <div ref={box} className="chart" role="img" aria-label={label} style={{ height }} />
    </>
  )
}

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

const timeOf = (seconds: number): string => CLOCK.format(new Date(seconds * 1000))

/** Steps of the left axis: parts of a call do not exist. */
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1e3, 1e4, 1e5].map((ten) => step * ten))
  .toSorted((one, other) => one - other)

function optionsOf(series: readonly Series[], width: number, height: number): UPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: colour('--faint'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `11px ${colour('--font')}`,
  }
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(4, Math.ceil(high * 1.1))] } },
    axes: [
      { ...axis, size: 26, values: (_plot, times) => times.map(timeOf) },
      { ...axis, size: 40, incrs: WHOLE_STEPS },
    ],
    series: [
      {},
      ...series.map(({ label, colour: name, fill }) => ({
        label,
        stroke: colour(name),
        width: 1.5,
        ...(fill && { fill: `${colour(name)}22` }),
        points: { show: false },
      })),
    ],
  }
}
