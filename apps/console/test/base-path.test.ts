import { expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole, ROOT_KEY, signIn } from './open-console.ts'

const console_ = await openConsole({ QM_PUBLIC_URL: 'https://example.com/gateway' })

test('below a path, a person can sign in, open a view and reload it', async () => {
  const page = await console_.open({ key: null, path: '/gateway/' })
  await signIn(page, ROOT_KEY)
  await page.getByRole('link', { name: 'Calls' }).click()
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor()
  expect(page.url()).toBe(`${console_.url}/gateway/calls`)
  await page.reload()
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor()
  const reference = await page.getByRole('link', { name: 'API reference' }).getAttribute('href')
  expect(reference).toBe(`${console_.url}/gateway/docs/`)
  await checkPage(page)
})

test('the link to the content moves the focus and stays on the page', async () => {
  const page = await console_.open({ path: '/gateway/calls' })
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('main')
  expect(page.url()).toBe(`${console_.url}/gateway/calls`)
})

test('a proxy may remove the path from requests', async () => {
  const read = async (path: string) => {
    const response = await fetch(console_.url + path, { headers: { accept: 'text/html' } })
    return response.text()
  }
  const page = await read('/calls')
  expect(page).toContain('<base href="/gateway/"')
  expect(page).toBe(await read('/gateway/calls'))
})
