import { APIError } from 'postseal'
import { Card } from '../../ui/card.js'
import {
  CheckField,
  ChoicesField,
  LinesField,
  NumberField,
  SelectField,
  TextField,
} from '../../ui/forms/field.js'
import { Form } from '../../ui/forms/form.js'
import { RadioField } from '../../ui/forms/radio-field.js'
import { TimeField } from '../../ui/forms/time-field.js'
import { long } from './examples.js'

const rules = {
  email: { required: true, format: 'email' },
  text: { required: true, maxLength: 20 },
  count: { required: true, type: 'integer', minimum: 1, maximum: 100 },
  url: { format: 'uri' },
  lines: { type: 'array', maxItems: 2, items: { format: 'email' } },
} as const
const call = { method: 'POST', path: '/v1/nothing' }

/** Parts that are filled in: fields and forms. */
export function Fields() {
  return (
    <>
      <Card title="A form" hint="Each field with a hint; a refusal is shown where it belongs.">
        <Form
          rules={rules}
          initial={{ role: 'member', scopes: ['read'], send: true, count: 3 }}
          call={call}
          verb="Save"
          onCancel={() => undefined}
          submit={() => Promise.resolve()}
        >
          <AllFields hinted />
        </Form>
      </Card>
      <Card title="With mistakes" hint="Press “Save” for all of them.">
        <Form
          rules={rules}
          initial={{
            text: long.german,
            count: 1000,
            url: 'no address',
            email: long.german,
            lines: ['a', 'b', 'c'],
          }}
          call={call}
          verb="Save"
          submit={() => Promise.resolve()}
        >
          <AllFields />
        </Form>
      </Card>
      <Card title="Refused by the service" hint="Press “Save” for the reply.">
        <Form
          rules={{}}
          initial={{ text: 'Shop' }}
          call={call}
          verb="Save"
          submit={() => Promise.reject(refusal())}
        >
          <TextField name="text" label="Name" />
        </Form>
      </Card>
      <Card title="Disabled" hint="For an owner only; sign in as a member to see it.">
        <Form rules={rules} call={call} verb="Save" needs="owner" submit={() => Promise.resolve()}>
          <AllFields />
        </Form>
      </Card>
      <Card title="A dangerous one">
        <Form rules={{}} call={call} verb="Erase" danger submit={() => Promise.resolve()}>
          <TextField name="email" label="Address" type="email" />
        </Form>
      </Card>
      <Card title="Filters" bare>
        <Filters />
      </Card>
    </>
  )
}

function AllFields({ hinted }: { hinted?: boolean }) {
  const hint = (text: string) => (hinted === true ? { hint: text } : {})
  return (
    <>
      <div class="columns">
        <TextField name="email" label="Address" type="email" placeholder="ada@example.com" />
        <TextField name="text" label="Text" {...hint(long.sentence)} />
      </div>
      <div class="columns">
        <NumberField name="count" label="How long" unit="days" {...hint('From 1 to 100.')} />
        <TextField name="url" label="URL" type="url" mono {...hint('In monospace.')} />
      </div>
      <LinesField name="lines" label="Addresses" list rows={3} {...hint('One a line.')} />
      <SelectField
        name="choice"
        label="One of a list"
        none="Any"
        options={[
          ['one', 'One'],
          ['long', long.german],
        ]}
        {...hint('The empty one is left out.')}
      />
      <TimeField name="at" label="At" {...hint('Up to 30 days ahead.')} />
      <RadioField
        name="role"
        label="Role"
        options={[
          { value: 'member', label: 'Member', hint: 'Reads.' },
          { value: 'admin', label: 'Admin', hint: long.sentence },
          { value: 'owner', label: 'Owner', refusal: 'Only an owner makes an owner.' },
        ]}
      />
      <ChoicesField
        name="scopes"
        label="Scopes"
        options={[
          ['read', 'Read', 'Looks only.'],
          ['write', long.german],
        ]}
      />
      <CheckField name="send" label="Send a mail" {...hint('The link works for 15 minutes.')} />
    </>
  )
}

function Filters() {
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <span class="grow">
        <input type="search" aria-label="Search" placeholder="Search" />
      </span>
      <select aria-label="Status">
        <option>Any status</option>
      </select>
      <input type="date" aria-label="Day" />
    </form>
  )
}

/** Returns an example of the service's error about a wrong value. */
function refusal(): APIError {
  const error = new Error('The request is not valid.')
  return Object.assign(Object.create(APIError.prototype) as APIError, {
    message: error.message,
    status: 422,
    code: 'validation_failed',
    details: [{ path: '/body/text', code: 'taken', message: 'is the name of another one' }],
  })
}
