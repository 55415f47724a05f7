import { access, readdir, readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { renderTemplate } from './render-template.ts'

const ROOT = new URL('../../../', import.meta.url)
const CHART = 'deploy/helm/quartermaster'
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: manifests of every kind.
type Manifest = any

async function renderChart(changes: object): Promise<Manifest[]> {
  const values = { ...parse(await read(`${CHART}/values.yaml`)), ...changes }
  const { version, appVersion } = parse(await read(`${CHART}/Chart.yaml`))
  const context = {
    Values: values,
    Release: { Name: 'qm' },
    Chart: { Version: version, AppVersion: appVersion },
  }
  const files = await readdir(new URL(`${CHART}/templates`, ROOT))
  const texts = await Promise.all(files.map((file) => read(`${CHART}/templates/${file}`)))
  return texts
    .flatMap((text) => parseAllDocuments(renderTemplate(text, context)))
    .map((document) => {
      expect(document.errors).toEqual([])
      return document.toJS()
    })
    .filter((manifest) => manifest !== null)
}

const settingsOf = async () => {
  const text = await read('.env.example')
  return [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
}

describe('the Helm chart', () => {
  test('its values match its schema, and a misspelt value does not', async () => {
    const validate = new Ajv({ strict: false }).compile(
      JSON.parse(await read(`${CHART}/values.schema.json`)),
    )
    const values = parse(await read(`${CHART}/values.yaml`))
    expect(validate(values), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...values, gateway: { replica: 2 } })).toBe(false)
    expect(validate({ ...values, externalSecret: { enabled: true, storeName: '' } })).toBe(false)
  })

  test('has gateways and workers with probes, budgets and settings that exist', async () => {
    const manifests = await renderChart({})
    const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
    expect(ofKind('PodDisruptionBudget')).toHaveLength(2)
    const deployments = ofKind('Deployment')
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual([
      'qm-gateway',
      'qm-worker',
    ])
    const known = await settingsOf()
    for (const { spec } of deployments) {
      expect(spec.replicas).toBeGreaterThan(1)
      expect(spec.selector.matchLabels).toEqual(
        expect.objectContaining({ 'app.kubernetes.io/instance': 'qm' }),
      )
      const [container] = spec.template.spec.containers
      expect(container.readinessProbe.httpGet.path).toBe('/readyz')
      expect(container.livenessProbe.httpGet.path).toBe('/healthz')
      const names = container.env.map(({ name }: { name: string }) => name)
      expect(names.filter((name: string) => !known.includes(name))).toEqual([])
      for (const name of ['DATABASE_URL', 'QM_ROOT_KEY', 'QM_ENCRYPTION_KEY']) {
        const { valueFrom } = container.env.find((entry: { name: string }) => entry.name === name)
        // Not optional: pods that generate a key of their own could not read each other's secrets.
        expect(valueFrom.secretKeyRef).toEqual({ name: 'quartermaster', key: name })
      }
      const [port] = container.ports
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        expect(container[probe].httpGet.port).toBe(port.name)
      }
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
      expect(container.envFrom).toEqual([{ secretRef: { name: 'quartermaster' } }])
    }
  })

  test('renders with everything switched on', async () => {
    const { gateway, ingress, podMonitor } = parse(await read(`${CHART}/values.yaml`))
    const manifests = await renderChart({
      imagePullSecrets: [{ name: 'registry' }],
      publicUrl: 'https://quartermaster.example.com',
      externalSecret: {
        enabled: true,
        storeKind: 'SecretStore',
        storeName: 'vault',
        remoteKey: 'quartermaster',
        refreshInterval: '1h',
      },
      gateway: { ...gateway, autoscaling: { ...gateway.autoscaling, enabled: true } },
      ingress: { ...ingress, enabled: true, className: 'nginx', tlsSecret: 'tls' },
      podMonitor: { ...podMonitor, enabled: true },
    })
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'Deployment',
      'ExternalSecret',
      'HorizontalPodAutoscaler',
      'Ingress',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'PodMonitor',
      'Service',
    ])
    const gateways = manifests.find(({ metadata }) => metadata.name === 'qm-gateway')
    expect(gateways.spec).not.toHaveProperty('replicas')
  })

  test('trusts the address that a proxy reports only if there is an ingress', async () => {
    const { ingress } = parse(await read(`${CHART}/values.yaml`))
    const trusted = async (values: object) => {
      const manifests = await renderChart(values)
      const { spec } = manifests.find(({ metadata }) => metadata.name === 'qm-gateway')
      const [{ env }] = spec.template.spec.containers
      return env.find(({ name }: { name: string }) => name === 'QM_TRUST_PROXY')?.value
    }
    expect(await trusted({})).toBeUndefined()
    expect(await trusted({ ingress: { ...ingress, enabled: true } })).toBe('1')
    expect(await trusted({ ingress: { ...ingress, enabled: true, proxies: 2 } })).toBe('2')
  })
})

const COMPOSE = ['docker-compose.yml', 'docker-compose.single.yml']

// At the root, because Compose looks for `.env` in the folder of the file.
describe.each(COMPOSE)('%s', (file) => {
  const readServices = async (): Promise<Record<string, Manifest>> =>
    parse(await read(file), { merge: true }).services

  test('sets only variables that exist, reads .env, and stops gently', async () => {
    const known = await settingsOf()
    const ours = Object.values(await readServices()).filter(({ build }) => build)
    expect(ours.length).toBeGreaterThan(0)
    for (const service of ours) {
      const names = Object.keys(service.environment)
      expect(names.filter((name) => !known.includes(name))).toEqual([])
      expect(service.init).toBe(true)
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(40)
      expect(service.env_file).toEqual([{ path: '.env', required: false }])
      expect(service.build === '.' || service.build.context === '.').toBe(true)
      // A gateway that other machines reach does not start without a key of the operator's.
      expect(service.environment.HOST).toBe('0.0.0.0')
      expect(service.environment.QM_ROOT_KEY).toMatch(/^\$\{QM_ROOT_KEY:\?/)
    }
  })

  test('uses only volumes that it declares, and paths that exist', async () => {
    const { services, volumes } = parse(await read(file), { merge: true })
    const used = Object.values<Manifest>(services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume: string) => volume.split(':')[0] ?? '')
    const isPath = (name: string) => name.startsWith('.')
    expect(used.filter((name) => !isPath(name) && !(name in volumes))).toEqual([])
    for (const path of used.filter(isPath)) await access(new URL(path, ROOT))
  })

  test('waits only for services that say when they are healthy', async () => {
    const services = await readServices()
    for (const service of Object.values(services)) {
      for (const [name, { condition }] of Object.entries<Manifest>(service.depends_on ?? {})) {
        expect(condition).toBe('service_healthy')
        expect(services[name].healthcheck.test[0]).toBe('CMD')
      }
    }
  })

  test('its values that must be set are the ones that the documentation writes to .env', async () => {
    const required = [...(await read(file)).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    const [, block = ''] =
      /cat > \.env <<END\n([\s\S]*?)END/.exec(await read('docs/operating.md')) ?? []
    const written = [...block.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect(required.filter((name) => !written.includes(name))).toEqual([])
  })
})

test('the worker of docker-compose.yml has a port, and a health check of its own', async () => {
  const { services } = parse(await read('docker-compose.yml'), { merge: true })
  const { environment, healthcheck } = services.worker
  expect(environment).toMatchObject({ QM_ROLE: 'worker', QM_WORKER_PORT: expect.any(String) })
  await access(new URL(healthcheck.test.at(-1), ROOT))
})

test('the Dockerfile sets only variables that exist, and starts files that exist', async () => {
  const text = await read('Dockerfile')
  const known = await settingsOf()
  const [, settings = ''] = /^ENV (.*)$/m.exec(text) ?? []
  const names = [...settings.matchAll(/(\w+)=/g)].map(([, name]) => name)
  expect(names.filter((name) => name !== 'NODE_ENV' && !known.includes(name))).toEqual([])
  const started = [...text.matchAll(/CMD (\[.*\])$/gm)].map(([, list = '']) =>
    JSON.parse(list).at(-1),
  )
  expect(started).toHaveLength(2)
  for (const file of started) await access(new URL(file, ROOT))
})
