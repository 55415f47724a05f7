import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

type Props = { text: string; label: string; showLabel?: boolean }

export function CopyButton({ text, label, showLabel = false }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await copyText(text)
    setCopied(true)
  }
  return (
    <button
      type="button"
      className="button copy"
      data-kind={showLabel ? undefined : 'quiet'}
      data-size={showLabel ? undefined : 'icon'}
      onClick={copy}
      aria-label={showLabel ? undefined : label}
      title={label}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {showLabel && (copied ? 'Copied' : label)}
      <span className="visually-hidden" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}

/** `navigator.clipboard` exists only on https and on localhost. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
