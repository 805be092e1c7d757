/** Texts that are longer than usual. */
export const long = {
  german: 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselbundsuchauftragsbestätigung',
  address: 'vorname.von-und-zu-nachname+rechtsschutzversicherungsgesellschaften@abteilung.beispiel.example',
  sentence:
    'Die Zustellung wurde vom empfangenden Server vorübergehend abgelehnt, weil das Postfach der Empfängerin zurzeit keine weiteren Nachrichten annimmt.',
  arabic: 'تم تسليم الرسالة إلى صندوق البريد',
  hebrew: 'ההודעה נמסרה לתיבת הדואר',
  id: 'msg_01kbf3x5vfe4gt7c3p8s6d1b9n',
} as const

/** Time of the gallery's example events. */
export const now = Date.now()
