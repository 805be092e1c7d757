import { Menu as MenuIcon, Search, X } from '../../icons/icons.js'
import type { ComponentChildren } from 'preact'
import { ErrorBoundary as OnDemand } from 'preact-iso/lazy'
import { useLocation } from 'preact-iso/router'
import { useEffect, useState } from 'preact/hooks'
import { queries } from '../../api/queries.js'
import { callsOf, screenCalls, sessionEnded } from '../../api/traffic.js'
import { Button } from '../../ui/controls/button.js'
import { useKeys } from '../keyboard/keys.js'
import { HeldBar } from './held-bar.js'
import { onDemand } from '../on-demand.js'
import { screenOf } from '../../state/location.js'
import { NetworkBar } from './network-bar.js'
import { ProjectSwitch } from './project-switch.js'
import { SameAsCurl } from '../../ui/code/same-as-curl.js'
import { SideNavigation } from './side-navigation.js'
import { useStore } from '../../state/store.js'
import { hasIconsOnly } from '../../state/preferences.js'

// Parts shown on demand are loaded on demand.
const Palette = onDemand(() => import('../keyboard/palette.js'))
const KeysDialog = onDemand(() => import('../keyboard/keys-dialog.js'))
const SignInDialog = onDemand(() => import('../sign-in-dialog.js'))

/** Milliseconds between two looks at the network, until the parts loaded on demand can be loaded in advance. */
const lookMs = 1_000

/** The frame around every screen. */
export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = useLocation()
  const [palette, setPalette] = useState(false)
  const [keys, setKeys] = useState(false)
  const [side, setSide] = useState(false)
  useKeys({ openPalette: () => setPalette(true), openKeys: () => setKeys(true) })
  useEffect(() => setSide(false), [path])
  useEffect(() => {
    // Loaded soon after the first screen and its data, so that they are available without a network, too.
    const timer = setInterval(() => {
      if (document.querySelector('main h1') === null || queries.isFetching() > 0) return
      clearInterval(timer)
      for (const part of [Palette, KeysDialog, SignInDialog]) void part.preload()
    }, lookMs)
    return () => clearInterval(timer)
  }, [])
  const ended = useStore(sessionEnded)
  const isReduced = useStore(hasIconsOnly)
  const calls = callsOf(useStore(screenCalls), path)
  return (
    <div class={`frame ${side ? 'side-open' : ''} ${isReduced ? 'side-icons' : ''}`}>
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
      <div class="bars">
        <NetworkBar />
        <HeldBar />
      </div>
      <main class="content" id="main" tabIndex={-1}>
        {children}
      </main>
      <OnDemand>
        {palette && <Palette onClose={() => setPalette(false)} />}
        {keys && <KeysDialog onClose={() => setKeys(false)} />}
        {ended && <SignInDialog />}
      </OnDemand>
    </div>
  )
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
