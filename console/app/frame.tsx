import { Menu as MenuIcon, Search, X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso/router'
import { useEffect, useState } from 'preact/hooks'
import { callsOf, screenCalls, sessionEnded } from '../api/traffic.js'
import { Button } from '../ui/button.js'
import { KeysDialog, useKeys } from './keys.js'
import { screenOf } from './location.js'
import { NetworkBar } from './network-bar.js'
import { Palette } from './palette.js'
import { ProjectSwitch } from './project-switch.js'
import { SameAsCurl } from './same-as-curl.js'
import { SideNavigation } from './side-navigation.js'
import { SignInDialog } from './sign-in-dialog.js'
import { useStore } from './store.js'

/** What surrounds every screen. */
export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = useLocation()
  const [palette, setPalette] = useState(false)
  const [keys, setKeys] = useState(false)
  const [side, setSide] = useState(false)
  useKeys({ openPalette: () => setPalette(true), openKeys: () => setKeys(true) })
  useEffect(() => setSide(false), [path])
  const ended = useStore(sessionEnded)
  const calls = callsOf(useStore(screenCalls), path)
  return (
    <div class={`frame ${side ? 'side-open' : ''}`}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <SideNavigation current={screenOf(path)} onKeys={() => setKeys(true)} onClose={() => setSide(false)} />
      <header class="top">
        <span class="only-narrow">
          <Button
            kind="plain"
            icon={side ? X : MenuIcon}
            label={side ? 'Close the navigation' : 'Open the navigation'}
            aria-expanded={side}
            onClick={() => setSide(!side)}
          />
        </span>
        <ProjectSwitch />
        <button type="button" class="button search" onClick={() => setPalette(true)}>
          <Search size={16} aria-hidden />
          <span>Find or do anything</span>
          <kbd>{isApple ? '⌘' : 'Ctrl'} K</kbd>
        </button>
        <SameAsCurl calls={calls} />
      </header>
      <NetworkBar />
      <main class="content" id="main" tabIndex={-1}>
        {children}
      </main>
      {palette && <Palette onClose={() => setPalette(false)} />}
      {keys && <KeysDialog onClose={() => setKeys(false)} />}
      {ended && <SignInDialog />}
    </div>
  )
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
