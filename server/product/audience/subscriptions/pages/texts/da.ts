import type { Texts } from './texts.js'

export const da: Texts = {
  pages: {
    confirm: {
      title: 'Bekræft din tilmelding',
      text: 'Bekræft, at du vil modtage e-mails fra denne liste.',
    },
    confirmed: {
      title: 'Du er tilmeldt',
      text: 'Tak. Du modtager e-mails fra denne liste og kan til enhver tid afmelde dig igen.',
    },
    alreadyConfirmed: {
      title: 'Du er allerede tilmeldt',
      text: 'Tilmeldingen er blevet bekræftet tidligere. Du behøver ikke gøre mere.',
    },
    expired: {
      title: 'Linket er udløbet',
      text: 'Det var gyldigt i 7 dage. Hvis du ikke har bekræftet endnu, kan du tilmelde dig igen.',
    },
    ended: {
      title: 'Linket gælder ikke længere',
      text: 'Du har afmeldt dig efter denne e-mail. Tilmeld dig igen, hvis du vil modtage e-mails.',
    },
    invalid: {
      title: 'Linket virker ikke',
      text: 'Det er ufuldstændigt eller ændret. Åbn linket i e-mailen en gang til.',
    },
    unsubscribe: {
      title: 'Vil du afmelde dig?',
      text: 'Bekræft, at du ikke længere vil modtage e-mails fra denne liste.',
    },
    unsubscribed: {
      title: 'Du er afmeldt',
      text: 'Du modtager ikke flere e-mails fra denne liste. En e-mail, der er på vej, kan stadig nå frem.',
    },
    gone: {
      title: 'Tilmeldingen findes ikke længere',
      text: 'Du modtager ingen e-mails på grund af den. Tilmeld dig igen, hvis du vil modtage listen.',
    },
    optOut: {
      title: 'Vil du ikke have flere nyhedsbreve?',
      text: 'Bekræft, at du ikke længere vil modtage nyhedsbreve og tilbud fra denne afsender.',
    },
    optedOut: {
      title: 'Du får ikke flere nyhedsbreve',
      text: 'Du modtager ikke flere nyhedsbreve og tilbud fra denne afsender. En e-mail, der er på vej, kan stadig nå frem.',
    },
    optOutGone: {
      title: 'Du er ikke længere modtager',
      text: 'Denne afsender har dig ikke længere blandt modtagerne af nyhedsbreve. Du behøver ikke gøre mere.',
    },
    preview: {
      title: 'Dette er en forhåndsvisning',
      text: 'Linket hører til en forhåndsvisning eller en test af en e-mail, så det afmelder ingen.',
    },
    unavailable: {
      title: 'Ikke tilgængelig lige nu',
      text: 'Det kunne ikke lade sig gøre lige nu. Prøv igen om et minut.',
    },
    error: {
      title: 'Noget gik galt',
      text: 'Prøv igen. Hvis det ikke hjælper, kan du skrive til afsenderen af e-mailen.',
    },
  },
  list: 'Liste',
  sender: 'Afsender',
  address: 'E-mailadresse',
  confirmButton: 'Bekræft tilmelding',
  unsubscribeButton: 'Afmeld',
  notAsked: 'Har du ikke tilmeldt dig? Så luk bare siden, og du bliver ikke tilmeldt.',
  tryAgain: 'Prøv igen',
  preferences: {
    title: 'E-mailpræferencer',
    text: 'Vælg, hvilke e-mails du vil modtage fra denne afsender.',
    saved: 'Dine valg er gemt.',
    receivesNothing:
      'Du er afmeldt alle nyhedsbreve og tilbud fra denne afsender. Valgene nedenfor gælder først, når du igen modtager e-mails.',
    resubscribeButton: 'Modtag e-mails igen',
    leaveTopicButton: 'Afmeld {topic}',
    topics: 'Emner',
    saveButton: 'Gem valg',
    leaveAllButton: 'Afmeld alt',
    stillArrives: 'E-mails, der hverken er nyhedsbreve eller tilbud, f.eks. kvitteringer, kommer stadig.',
  },
}
