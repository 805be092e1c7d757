import type { Texts } from './texts.js'

export const nl: Texts = {
  pages: {
    confirm: {
      title: 'Bevestig uw aanmelding',
      text: 'Bevestig dat u e-mail van deze lijst wilt ontvangen.',
    },
    confirmed: {
      title: 'U bent aangemeld',
      text: 'Bedankt. U ontvangt e-mail van deze lijst en kunt zich op elk moment weer afmelden.',
    },
    alreadyConfirmed: {
      title: 'U bent al aangemeld',
      text: 'Deze aanmelding is al eerder bevestigd. U hoeft niets meer te doen.',
    },
    expired: {
      title: 'Deze link is verlopen',
      text: 'Hij was 7 dagen geldig. Als u nog niet hebt bevestigd, meldt u zich dan opnieuw aan.',
    },
    ended: {
      title: 'Deze link is niet meer geldig',
      text: 'U hebt zich na deze e-mail afgemeld. Wilt u weer e-mail ontvangen, meld u dan opnieuw aan.',
    },
    invalid: {
      title: 'Deze link werkt niet',
      text: 'Hij is onvolledig of gewijzigd. Open de link in de e-mail nog een keer.',
    },
    unsubscribe: {
      title: 'Afmelden?',
      text: 'Bevestig dat u geen e-mail van deze lijst meer wilt ontvangen.',
    },
    unsubscribed: {
      title: 'U bent afgemeld',
      text: 'U ontvangt geen e-mail van deze lijst meer. Een bericht dat al onderweg is, kan nog aankomen.',
    },
    gone: {
      title: 'Deze aanmelding bestaat niet meer',
      text: 'U ontvangt er geen e-mail door. Wilt u de lijst ontvangen, meld u dan opnieuw aan.',
    },
    optOut: {
      title: 'Geen nieuwsbrieven meer?',
      text: 'Bevestig dat u geen nieuwsbrieven en aanbiedingen van deze afzender meer wilt ontvangen.',
    },
    optedOut: {
      title: 'U krijgt geen nieuwsbrieven meer',
      text: 'U ontvangt geen nieuwsbrieven en aanbiedingen van deze afzender meer. Wat al onderweg is, kan nog aankomen.',
    },
    optOutGone: {
      title: 'U bent geen ontvanger meer',
      text: 'Deze afzender heeft u niet meer als ontvanger van nieuwsbrieven. U hoeft niets meer te doen.',
    },
    preview: {
      title: 'Dit is een voorbeeld',
      text: 'De link hoort bij een voorbeeld of een test van een e-mail en meldt dus niemand af.',
    },
    unavailable: {
      title: 'Nu niet beschikbaar',
      text: 'Dit is op dit moment niet gelukt. Probeer het over een minuut nog een keer.',
    },
    error: {
      title: 'Er is iets misgegaan',
      text: 'Probeer het nog een keer. Helpt dat niet, schrijf dan naar de afzender van de e-mail.',
    },
  },
  list: 'Lijst',
  sender: 'Afzender',
  address: 'E-mailadres',
  confirmButton: 'Aanmelding bevestigen',
  unsubscribeButton: 'Afmelden',
  notAsked: 'Hebt u zich niet aangemeld? Sluit deze pagina dan gewoon; u wordt niet aangemeld.',
  tryAgain: 'Opnieuw proberen',
  preferences: {
    title: 'E-mailvoorkeuren',
    text: 'Kies welke e-mails u van deze afzender wilt ontvangen.',
    saved: 'Uw keuzes zijn opgeslagen.',
    receivesNothing:
      'U bent afgemeld voor alle nieuwsbrieven en aanbiedingen van deze afzender. De keuzes hieronder gelden pas als u weer e-mails ontvangt.',
    resubscribeButton: 'Weer e-mails ontvangen',
    leaveTopicButton: 'Afmelden voor {topic}',
    topics: 'Onderwerpen',
    saveButton: 'Keuzes opslaan',
    leaveAllButton: 'Afmelden voor alles',
    stillArrives: 'Berichten die geen nieuwsbrief of aanbieding zijn, zoals bonnen, blijft u ontvangen.',
  },
}
