import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:UpdateCampaignRequest'
import type { Campaign, Template, UpdateCampaignRequest } from 'postseal'
import { useEffect, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { LinesField, SelectField, TextField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { change, useMessageTemplates } from '../data.js'
import { PartForm, Watch } from './part.js'
import { valuesOfVariables, variablesOf, type Declared } from './variable-values.js'
import { VariableFields } from './variables.js'

/** The template with the values of its variables, and the sender of the mail. */
export function Content({
  campaign,
  isUnsaved,
  onUnsaved,
}: {
  campaign: Campaign
  isUnsaved: boolean
  onUnsaved: (isUnsaved: boolean) => void
}) {
  const { data: templates, error, refetch } = useMessageTemplates(campaign.project_id)
  const [declared, setDeclared] = useState<readonly Declared[]>([])
  const { id } = campaign
  if (templates === undefined) {
    if (error === null) return <Lines what="the templates" count={6} />
    return (
      <ErrorNotice error={error} title="The templates could not be loaded" onRetry={() => void refetch()} />
    )
  }
  const saved = valuesOf(campaign)
  const body = (values: Values) => requestOf(values, campaign, declared)
  // The API keeps a value that the request leaves out, so an existing value can be changed but not removed.
  const kept = (name: 'from_email' | 'from_name' | 'reply_to' | 'category') =>
    saved[name] === undefined ? {} : { [name]: { ...rules[name], required: true } }
  return (
    <PartForm
      campaign={campaign}
      name="content"
      rules={{
        template_id: { required: true },
        from_email: rules.from_email ?? {},
        from_name: rules.from_name ?? {},
        category: rules.category ?? {},
        ...kept('from_email'),
        ...kept('from_name'),
        ...kept('category'),
        ...(saved.reply_to !== undefined && { reply_to: { required: true } }),
      }}
      initial={saved}
      isUnsaved={isUnsaved}
      body={(values) => shown(body, values)}
      verb="Save the content"
      submit={(values) => change(id, body(values))}
    >
      {(values) => (
        <>
          <div class="columns">
            <SelectField
              name="template_id"
              label="Template"
              options={templateOptions(templates, textOf(values.template_id))}
              hint={<a href={pathTo(`templates/${textOf(values.template_id)}`)}>Open the template</a>}
            />
            <VersionField
              template={templates.find((one) => one.id === values.template_id)}
              chosen={textOf(values.version)}
              pinned={
                status === 'scheduled' && values.template_id === campaign.template.template_id
                  ? campaign.template.version
                  : null
              }
              onDeclared={setDeclared}
            />
          </div>
          <fieldset class="stack campaign-variables" data-field="variables">
            <legend>Values of its variables, the same for all</legend>
            <VariableFields declared={declared} />
          </fieldset>
          <div class="columns">
            <TextField
              name="from_email"
              label="From"
              type="email"
              placeholder="as the template says"
              hint="Of a verified domain. Empty: the template’s. Once set, it can be changed and not be emptied."
            />
            <TextField name="from_name" label="From name" placeholder="as the template says" />
          </div>
          <div class="columns">
            <LinesField
              name="reply_to"
              label="Reply-To"
              list
              rows={2}
              placeholder="Shop <help@shop.example>"
              hint="Where answers go: one address a line, with or without a name."
            />
            <TextField
              name="category"
              label="Category"
              placeholder="newsletter"
              hint="A label of your own, to search and count by."
            />
          </div>
          <Watch saved={saved} body={body} onChange={onUnsaved} />
        </>
      )}
    </PartForm>
  )
}

/** The choice of the version that is sent. It reports the variables that the version declares. */
function VersionField({
  template,
  chosen,
  pinned,
  onDeclared,
}: {
  template: Template | undefined
  chosen: string
  /** Version of a scheduled campaign. */
  pinned: number | null
  onDeclared: (declared: readonly Declared[]) => void
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
    if (version !== undefined) onDeclared(version.variables)
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
          ? `Version ${pinned}, as it was scheduled`
          : published === null
            ? 'The published one (none is yet)'
            : `The one published when it is scheduled, now ${published}`
      }
      options={all.map((number) => [
        String(number),
        `Version ${number}${number === published ? ', the published one' : ''}`,
      ])}
      hint="In a live project, it must be or have been published."
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

function valuesOf({
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
 * Returns the request for the typed values.
 *
 * @throws Error in words if a value cannot be sent
 */
function requestOf(
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

/** Returns the body that the form shows as its call: an empty one while a value cannot be sent. */
function shown(body: (values: Values) => UpdateCampaignRequest, values: Values): UpdateCampaignRequest {
  try {
    return body(values)
  } catch {
    return {}
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
