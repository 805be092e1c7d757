import { Archive, Check, Copy, Download, MoreHorizontal, Plus, Trash2 } from '../../icons/icons.js'
import { useState } from 'preact/hooks'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Confirm, Dialog } from '../../ui/dialogs/dialog.js'
import { TextField } from '../../ui/forms/field.js'
import { Form } from '../../ui/forms/form.js'
import { Menu } from '../../ui/controls/menu.js'
import { LinkTabs, TabList } from '../../ui/controls/tabs.js'
import { toast } from '../../ui/notices/toast.js'
import { long } from './examples.js'

/** Parts that are pressed: buttons, dialogs, menus and tabs. */
export function Actions() {
  return (
    <>
      <Buttons />
      <Dialogs />
      <Card title="Menus">
        <div class="row">
          <Menu button="Menu">
            <p class="group">A group</p>
            <button type="button" class="item">
              <Copy size={16} aria-hidden /> Copy
            </button>
            <button type="button" class="item" aria-pressed="true">
              <Check size={16} aria-hidden /> Chosen
            </button>
            <hr />
            <a href="#main">A link</a>
            <button type="button" class="item">
              <span class="wrap">{long.german}</span>
            </button>
          </Menu>
          <Menu
            label="More"
            buttonClass="button plain icon"
            button={<MoreHorizontal size={16} aria-hidden />}
          >
            <button type="button" class="item">
              <Archive size={16} aria-hidden /> Archive
            </button>
          </Menu>
          <Menu panel label="A panel" button="Panel">
            <p>A panel holds more than links: text, code, a form.</p>
          </Menu>
        </div>
      </Card>
      <Card title="Toasts">
        <div class="row">
          <Button onClick={() => toast('noor@shop.example is a user now.')}>Toast</Button>
          <Button onClick={() => toast('The segment was deleted.', () => toast('It is back.'))}>
            Toast with Undo
          </Button>
          <Button onClick={() => toast(`${long.address}: ${long.sentence}`)}>Long toast</Button>
        </div>
      </Card>
      <Tabs />
    </>
  )
}

function Buttons() {
  return (
    <Card title="Buttons" hint="One main action a screen.">
      <div class="stack">
        <div class="row">
          <Button kind="main">Main</Button>
          <Button>Ordinary</Button>
          <Button kind="plain">Plain</Button>
          <Button danger>Danger</Button>
          <Button danger kind="main">
            Main danger
          </Button>
          <Button danger kind="plain">
            Plain danger
          </Button>
        </div>
        <div class="row">
          <Button kind="main" icon={Plus}>
            With an icon
          </Button>
          <Button icon={Download}>Export</Button>
          <Button icon={Trash2} danger>
            Remove
          </Button>
          <Button icon={Plus} label="An icon alone" />
          <Button icon={MoreHorizontal} kind="plain" label="A plain icon" />
          <LinkButton href="#main">A link</LinkButton>
          <LinkButton href="#main" kind="main">
            A main link
          </LinkButton>
        </div>
        <div class="row">
          <Button disabled>Disabled</Button>
          <Button kind="main" disabled>
            Main disabled
          </Button>
          <Button kind="plain" disabled>
            Plain disabled
          </Button>
          <Button danger disabled>
            Danger disabled
          </Button>
          <Button busy>Busy</Button>
          <Button kind="main" busy>
            Main busy
          </Button>
          <Button needs="owner">Needs the owner</Button>
          <LinkButton href="#main" needs="owner">
            A link for the owner
          </LinkButton>
        </div>
        <div class="row">
          <Button>{long.german}</Button>
          <Button icon={Check}>{long.arabic}</Button>
        </div>
      </div>
    </Card>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'plain' | 'wide' | 'form' | 'confirm' | 'name' | 'refused' | 'long'>()
  const close = () => setOpen(undefined)
  return (
    <Card title="Dialogs">
      <div class="row">
        <Button onClick={() => setOpen('plain')}>Dialog</Button>
        <Button onClick={() => setOpen('wide')}>Wide dialog</Button>
        <Button onClick={() => setOpen('form')}>Dialog with a form</Button>
        <Button onClick={() => setOpen('long')}>Long dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('name')}>Confirm by name</Button>
        <Button onClick={() => setOpen('refused')}>Confirm that is refused</Button>
      </div>
      {open === 'plain' && (
        <Dialog title="A dialog" onClose={close}>
          <p>It takes the focus, gives it back, and closes by Escape.</p>
        </Dialog>
      )}
      {open === 'wide' && (
        <Dialog title={`A wide dialog: ${long.german}`} wide onClose={close}>
          <p class="wrap">{long.sentence}</p>
        </Dialog>
      )}
      {open === 'long' && (
        <Dialog title="A long dialog" onClose={close}>
          <div class="stack">
            {Array.from({ length: 24 }, (_, index) => (
              <p key={index}>{long.sentence}</p>
            ))}
          </div>
        </Dialog>
      )}
      {open === 'form' && (
        <Dialog title="A form" onClose={close}>
          <Form
            rules={{ name: { required: true, maxLength: 20 } }}
            call={{ method: 'POST', path: '/v1/nothing' }}
            verb="Add"
            onCancel={close}
            submit={() => Promise.resolve()}
            onDone={close}
          >
            <TextField name="name" label="Name" hint="At most 20 characters." />
          </Form>
        </Dialog>
      )}
      {open === 'confirm' && (
        <Confirm title="Cancel this message?" verb="Cancel it" run={() => Promise.resolve()} onClose={close}>
          <p>Recipients whose delivery has begun get it all the same.</p>
        </Confirm>
      )}
      {open === 'name' && (
        <Confirm
          title="Remove this user?"
          verb="Remove"
          name={long.address}
          run={() => Promise.resolve()}
          onClose={close}
        >
          <p>What was made stays.</p>
        </Confirm>
      )}
      {open === 'refused' && (
        <Confirm
          title="Remove the last owner?"
          verb="Remove"
          run={() => Promise.reject(new Error('The last owner cannot be removed.'))}
          onClose={close}
        >
          <p>The service refuses this one.</p>
        </Confirm>
      )}
    </Card>
  )
}

function Tabs() {
  const [chosen, choose] = useState('one')
  return (
    <Card title="Tabs">
      <div class="stack wide">
        <TabList
          label="Tabs of a part"
          tabs={[
            { id: 'one', label: 'Desktop' },
            { id: 'two', label: 'Phone' },
            { id: 'three', label: 'Source' },
          ]}
          chosen={chosen}
          onChoose={choose}
        >
          <p>The panel of “{chosen}”. Arrow keys move.</p>
        </TabList>
        <LinkTabs
          label="Tabs with addresses"
          tabs={['Deliveries', 'Content', 'Events and webhooks', long.german].map((label, index) => ({
            id: label,
            label,
            href: '#main',
            current: index === 1,
          }))}
        />
      </div>
    </Card>
  )
}
