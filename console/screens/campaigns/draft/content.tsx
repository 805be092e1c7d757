import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:UpdateCampaignRequest'
import type { Campaign, Template, TemplateVersion, UpdateCampaignRequest } from 'postseal'
import { useEffect } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { LinesField, SelectField, TextField } from '../../../ui/forms/field.js'
import { textOf, useForm, type Values } from '../../../ui/forms/form.js'
import type { Rules } from '../../../ui/forms/rules.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { useMessageTemplates } from '../data.js'
import { Subject } from './template/subject.js'
import { valuesOfVariables, variablesOf, type Declared } from './template/variable-values.js'
import { VariableFields } from './template/variables.js'

/** The fields of the template, of its variables' values and of the sender. */
export function Content({
  campaign,
  version,
  onVersion,
}: {
  campaign: Campaign
  /** The version that would be sent; undefined while it is loading. */
  version: TemplateVersion | undefined
  onVersion: (version: TemplateVersion) => void
}) {
  const { data: templates, error, refetch } = useMessageTemplates(campaign.project_id)
  const { values } = useForm()
  if (templates === undefined) {
    if (error === null) return <Lines what="the templates" count={6} />
    return (
      <ErrorNotice error={error} title="The templates could not be loaded" onRetry={() => void refetch()} />
    )
  }
  const { status } = campaign
  const id = textOf(values.template_id)
  const sender = version?.from_email ?? undefined
  return (
    <>
      <div class="columns">
        <SelectField
          name="template_id"
          label="Template"
          options={templateOptions(templates, id)}
          hint={<a href={pathTo(`templates/${id}`, { campaign: campaign.id })}>Edit the template</a>}
        />
        <VersionField
          template={templates.find((one) => one.id === id)}
          chosen={textOf(values.version)}
          pinned={
            status === 'scheduled' && id === campaign.template.template_id ? campaign.template.version : null
          }
          onVersion={onVersion}
        />
      </div>
      {version !== undefined && <Subject campaign={campaign} version={version} />}
      <fieldset class="stack campaign-variables" data-field="variables">
        <legend>Variables</legend>
        <VariableFields declared={version?.variables ?? []} />
      </fieldset>
      <div class="columns">
        <TextField
          name="from_email"
          label="From"
          type="email"
          placeholder={sender ?? 'news@your-domain.example'}
          hint={
            sender === undefined
              ? 'The template has no sender. Use an address of a verified domain.'
              : `Leave empty to use the template’s sender, ${sender}.`
          }
        />
        <TextField name="from_name" label="From name" placeholder={version?.from_name ?? 'Your company'} />
      </div>
      <details class="campaign-more" open={(campaign.category ?? '') !== '' || campaign.reply_to.length > 0}>
        <summary>Reply-To and category</summary>
        <div class="columns">
          <LinesField
            name="reply_to"
            label="Reply-To"
            list
            rows={2}
            placeholder="Shop <help@shop.example>"
            hint="Where replies go: one address a line, with or without a name."
          />
          <TextField
            name="category"
            label="Category"
            placeholder="newsletter"
            hint="A label of your own, for searches and statistics."
          />
        </div>
      </details>
    </>
  )
}

/**
 * Returns the rules of the content's fields. The API keeps a value that the request leaves out, so an existing value
 * can be changed but not removed.
 */
export function contentRules(campaign: Campaign, version: TemplateVersion | undefined): Rules {
  const saved = contentValues(campaign)
  const needsSender = version !== undefined && version.from_email === null
  const kept = (name: 'from_email' | 'from_name' | 'category') => ({
    ...rules[name],
    ...((saved[name] !== undefined || (name === 'from_email' && needsSender)) && { required: true }),
  })
  return {
    template_id: { required: true },
    from_email: kept('from_email'),
    from_name: kept('from_name'),
    category: kept('category'),
    ...(saved.reply_to !== undefined && { reply_to: { required: true } }),
  }
}

/** The choice of the version that is sent. It reports the version. */
function VersionField({
  template,
  chosen,
  pinned,
  onVersion,
}: {
  template: Template | undefined
  chosen: string
  /** Version of a scheduled campaign. */
  pinned: number | null
  onVersion: (version: TemplateVersion) => void
}) {
  const id = template?.id ?? ''
  const shown =
    chosen === '' ? (pinned ?? template?.published_version ?? template?.latest_version) : Number(chosen)
  const { data: versions = [] } = useQuery({
    queryKey: ['templates', id, 'versions', 'of campaigns'],
    queryFn: async () => (await client.templates.listVersions(id, { limit: 100 })).data,
    enabled: template !== undefined,
  })
  const { data: version } = useQuery({
    queryKey: ['templates', id, 'versions', shown],
    queryFn: () => client.templates.retrieveVersion(id, shown ?? 1),
    enabled: shown !== undefined,
    staleTime: Infinity,
  })
  useEffect(() => {
    if (version !== undefined) onVersion(version)
  }, [version])
  const published = template?.published_version ?? null
  const numbers = versions.map(({ version: number }) => number)
  const all = chosen === '' || numbers.includes(Number(chosen)) ? numbers : [...numbers, Number(chosen)]
  return (
    <SelectField
      name="version"
      label="Version"
      none={
        pinned !== null
          ? `Version ${pinned}, as scheduled`
          : published === null
            ? 'Latest published (none yet)'
            : `Latest published (now ${published})`
      }
      options={all.map((number) => [
        String(number),
        `Version ${number}${number === published ? ', published' : ''}`,
      ])}
      hint="A live project sends only versions that have been published."
    />
  )
}

function templateOptions(templates: readonly Template[], chosen: string) {
  const options = templates.map(
    ({ id, name, published_version }) =>
      [id, published_version === null ? `${name} (not published yet)` : name] as const,
  )
  return options.some(([id]) => id === chosen) ? options : [...options, [chosen, chosen] as const]
}

/** Returns the saved content as values of the form. */
export function contentValues({
  status,
  template,
  from_email,
  from_name,
  reply_to,
  category,
  variables,
}: Campaign): Values {
  return {
    template_id: template.template_id,
    // The version of a scheduled campaign may have been found rather than chosen: no choice leaves it as it is.
    version: status === 'scheduled' || template.version === null ? undefined : String(template.version),
    from_email: from_email ?? undefined,
    from_name: from_name ?? undefined,
    reply_to:
      reply_to.length === 0
        ? undefined
        : reply_to.map(({ email, name }) => (typeof name === 'string' ? `${name} <${email}>` : email)),
    category: category ?? undefined,
    ...valuesOfVariables(variables),
  }
}

/**
 * Returns the part of the request for the typed template, variables and sender.
 *
 * @throws Error in words if a value cannot be sent
 */
export function contentRequest(
  values: Values,
  { template, variables, status }: Campaign,
  declared: readonly Declared[],
): UpdateCampaignRequest {
  const templateId = textOf(values.template_id)
  const version = values.version === undefined ? null : Number(values.version)
  const isPinned = status === 'scheduled' && version === null
  const isOther = templateId !== template.template_id || (version !== template.version && !isPinned)
  const lines = Array.isArray(values.reply_to) ? (values.reply_to as string[]) : []
  const replyTo = lines.map((line) => line.trim()).filter((line) => line !== '')
  return {
    // If the request named the version of a scheduled campaign again, it would count as chosen.
    ...(isOther && { template: { template_id: templateId, ...(version !== null && { version }) } }),
    ...(values.from_email !== undefined && { from_email: addressOf(textOf(values.from_email)) }),
    ...(values.from_name !== undefined && { from_name: textOf(values.from_name).trim() }),
    ...(replyTo.length > 0 && { reply_to: replyTo.map(namedAddress) }),
    ...(values.category !== undefined && { category: textOf(values.category) }),
    variables: variablesOf(values, declared, variables),
  }
}

/** Returns an address as the service keeps it: its domain in lower case. */
function addressOf(typed: string): string {
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  return at === -1 ? text : text.slice(0, at) + text.slice(at).toLowerCase()
}

function namedAddress(line: string): { email: string; name?: string } {
  const [, name = '', email] = /^(.*?)\s*<([^<>]+)>$/.exec(line) ?? []
  if (email === undefined) return { email: addressOf(line) }
  const plain = name.replace(/^"(.*)"$/, '$1').trim()
  return { email: addressOf(email), ...(plain !== '' && { name: plain }) }
}
