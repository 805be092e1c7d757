import type { Texts } from './texts.js'

export const sv: Texts = {
  pages: {
    confirm: {
      title: 'Bekräfta din prenumeration',
      text: 'Bekräfta att du vill få e-post från den här listan.',
    },
    confirmed: {
      title: 'Din prenumeration är bekräftad',
      text: 'Tack. Du får e-post från den här listan och kan avsluta prenumerationen när som helst.',
    },
    alreadyConfirmed: {
      title: 'Din prenumeration är redan bekräftad',
      text: 'Prenumerationen har bekräftats tidigare. Du behöver inte göra något mer.',
    },
    expired: {
      title: 'Länken har gått ut',
      text: 'Den gällde i 7 dagar. Om du inte har bekräftat än kan du anmäla dig igen.',
    },
    ended: {
      title: 'Länken gäller inte längre',
      text: 'Du har avslutat prenumerationen efter det här mejlet. Anmäl dig igen om du vill få e-post.',
    },
    invalid: {
      title: 'Länken fungerar inte',
      text: 'Den är ofullständig eller har ändrats. Öppna länken i mejlet en gång till.',
    },
    unsubscribe: {
      title: 'Avsluta prenumerationen?',
      text: 'Bekräfta att du inte längre vill få e-post från den här listan.',
    },
    unsubscribed: {
      title: 'Prenumerationen är avslutad',
      text: 'Du får ingen mer e-post från den här listan. Ett mejl som redan är på väg kan ändå komma fram.',
    },
    gone: {
      title: 'Prenumerationen finns inte längre',
      text: 'Du får ingen e-post på grund av den. Anmäl dig igen om du vill få e-post från listan.',
    },
    optOut: {
      title: 'Inga fler nyhetsbrev?',
      text: 'Bekräfta att du inte längre vill få nyhetsbrev och erbjudanden från den här avsändaren.',
    },
    optedOut: {
      title: 'Du får inga fler nyhetsbrev',
      text: 'Du får inga fler nyhetsbrev och erbjudanden från den här avsändaren. Det som redan är på väg kan ändå komma fram.',
    },
    optOutGone: {
      title: 'Du är inte längre mottagare',
      text: 'Den här avsändaren har dig inte längre bland mottagarna av nyhetsbrev. Du behöver inte göra något mer.',
    },
    preview: {
      title: 'Det här är en förhandsvisning',
      text: 'Länken hör till en förhandsvisning eller ett test av ett mejl och avslutar därför ingenting.',
    },
    unavailable: {
      title: 'Inte tillgängligt just nu',
      text: 'Det gick inte att göra detta just nu. Försök igen om en minut.',
    },
    error: {
      title: 'Något gick fel',
      text: 'Försök igen. Om det inte hjälper kan du skriva till mejlets avsändare.',
    },
  },
  list: 'Lista',
  sender: 'Avsändare',
  address: 'E-postadress',
  confirmButton: 'Bekräfta prenumerationen',
  unsubscribeButton: 'Avsluta prenumerationen',
  notAsked: 'Har du inte anmält dig? Stäng bara sidan, så startar ingen prenumeration.',
  tryAgain: 'Försök igen',
  preferences: {
    title: 'E-postinställningar',
    text: 'Välj vilken e-post du vill få från den här avsändaren.',
    saved: 'Dina val har sparats.',
    receivesNothing:
      'Du har avslutat alla nyhetsbrev och erbjudanden från den här avsändaren. Valen nedan gäller först när du får e-post igen.',
    resubscribeButton: 'Få e-post igen',
    leaveTopicButton: 'Avsluta prenumerationen på {topic}',
    topics: 'Ämnen',
    saveButton: 'Spara val',
    leaveAllButton: 'Avsluta alla prenumerationer',
    stillArrives:
      'Mejl som varken är nyhetsbrev eller erbjudanden, till exempel kvitton, kommer fortfarande.',
  },
}
