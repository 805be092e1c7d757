// Many screens have actions: it comes with the first load, so that none of them loads it.
import './api/action.js'
import { render } from 'preact'
import { App } from './app/app.js'
import { loadAhead, Screens, SignIn } from './screens/screens.js'
import { applyPreferences } from './state/preferences.js'

applyPreferences()
loadAhead(location.pathname)
const root = document.getElementById('app')
if (root !== null) render(<App Screens={Screens} SignIn={SignIn} />, root)
