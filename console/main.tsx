import { render } from 'preact'
import { App } from './app/app.js'
import { applyPreferences } from './app/preferences.js'

applyPreferences()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
