import { beforeAll, beforeEach, expect } from 'vitest'
import { clientCommand, type Surroundings } from './client-commands.js'
import type { Env } from '../service/process.js'
import { newDataDir } from '../run/scratch-folder.js'
import type { TestService } from '../service/service.js'
import { sharedApi } from '../service/shared-service.js'
import { templateCalls, type TemplateCalls } from '../templates/template-calls.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'

/** The files of a message in two languages. */
export const receipt = {
  'receipt/template.json': {
    name: 'Receipt',
    subject: 'Your receipt {{ number }}',
    from_email: 'billing@SHOP.example',
    variables: [{ name: 'number' }, { name: 'name', default: 'customer' }],
    locales: { de: { subject: 'Ihre Quittung {{ number }}' } },
  },
  'receipt/body.html': '<p>Thank you, {{ name }}.</p>\n',
  'receipt/body.txt': 'Thank you, {{ name }}.\n',
  'receipt/body.de.html': '<p>Danke, {{ name }}.</p>\n',
}
/** Files of a receipt with a layout and a partial. */
export const shop = {
  ...receipt,
  'base/template.json': { name: 'Base', kind: 'layout' },
  'base/body.html':
    "<body>{% block %}{% endblock %}{% render 'button', url: 'https://shop.example' %}</body>\n",
  'button/template.json': { name: 'Button', kind: 'partial', variables: [{ name: 'url' }] },
  'button/body.html': '<a href="{{ url }}">Open</a>\n',
  'receipt/body.html': "{% layout 'base' %}<p>Thank you, {{ name }}.</p>\n",
}
/** The files of `shop` with the HTML of one language alone. */
export const withoutText = ({
  'receipt/body.txt': _,
  'receipt/body.de.html': __,
  ...files
}: typeof shop) => ({
  ...files,
  'receipt/template.json': { ...files['receipt/template.json'], locales: {} },
})

/** The commands of templates against a service, by a session of a new workspace in each test. */
export function useTemplateCommands() {
  const at = {} as { service: TestService; tenant: Tenant; env: Env; templates: TemplateCalls }

  beforeAll(async () => {
    at.service = await sharedApi()
  })
  beforeEach(async () => {
    at.tenant = await addTenant(at.service)
    const session = await at.tenant.session('admin')
    at.env = {
      POSTSEAL_BASE_URL: at.service.url,
      POSTSEAL_API_KEY: session,
      XDG_CONFIG_HOME: newDataDir(),
    }
    at.templates = templateCalls(at.service.url, session)
  })

  async function run(args: readonly string[], surroundings?: Surroundings) {
    const ended = await clientCommand(at.env, ['templates', ...args], surroundings)
    expect(ended.stdout + ended.stderr).not.toContain(at.env['POSTSEAL_API_KEY'])
    return ended
  }
  const push = (dir: string, ...args: string[]) => run(['push', dir, '--yes', ...args])
  const pushed = async (dir: string, ...args: string[]) => {
    const ended = await push(dir, ...args)
    expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: '' })
    return ended.stdout
  }
  /** The first 100 templates by their names. */
  const all = async () => {
    const rows = (await at.templates.page('?limit=100')).body.data as { name: string; id: string }[]
    return new Map(rows.map((row) => [row.name, row as any]))
  }
  return { at, run, push, pushed, all }
}
