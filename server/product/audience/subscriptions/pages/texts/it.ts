import type { Texts } from './texts.js'

export const it: Texts = {
  pages: {
    confirm: {
      title: 'Conferma l’iscrizione',
      text: 'Conferma di voler ricevere le e-mail di questa lista.',
    },
    confirmed: {
      title: 'Iscrizione confermata',
      text: 'Grazie. Riceverai le e-mail di questa lista e potrai annullare l’iscrizione in ogni momento.',
    },
    alreadyConfirmed: {
      title: 'Iscrizione già confermata',
      text: 'Questa iscrizione era già stata confermata. Non devi fare altro.',
    },
    expired: {
      title: 'Questo link è scaduto',
      text: 'Era valido per 7 giorni. Se non hai ancora confermato l’iscrizione, iscriviti di nuovo.',
    },
    ended: {
      title: 'Questo link non è più valido',
      text: 'Hai annullato l’iscrizione dopo questa e-mail. Per ricevere la lista, iscriviti di nuovo.',
    },
    invalid: {
      title: 'Questo link non funziona',
      text: 'È incompleto o è stato modificato. Apri ancora una volta il link nell’e-mail.',
    },
    unsubscribe: {
      title: 'Annullare l’iscrizione?',
      text: 'Conferma di non voler più ricevere le e-mail di questa lista.',
    },
    unsubscribed: {
      title: 'Iscrizione annullata',
      text: 'Non riceverai più e-mail da questa lista. Un messaggio già inviato può ancora arrivare.',
    },
    gone: {
      title: 'Questa iscrizione non esiste più',
      text: 'Non ti arriva alcuna e-mail per questa iscrizione. Per ricevere la lista, iscriviti di nuovo.',
    },
    optOut: {
      title: 'Non ricevere più le newsletter?',
      text: 'Conferma di non voler più ricevere le newsletter e le offerte di questo mittente.',
    },
    optedOut: {
      title: 'Non riceverai più newsletter',
      text: 'Non riceverai più newsletter e offerte da questo mittente. Un messaggio già inviato può ancora arrivare.',
    },
    optOutGone: {
      title: 'Non sei più tra i destinatari',
      text: 'Questo mittente non ti ha più tra i destinatari delle newsletter. Non devi fare altro.',
    },
    preview: {
      title: 'Questa è un’anteprima',
      text: 'Il link fa parte dell’anteprima o della prova di un’e-mail e non annulla l’iscrizione di nessuno.',
    },
    unavailable: {
      title: 'Al momento non disponibile',
      text: 'Non è stato possibile completare l’operazione. Riprova tra un minuto.',
    },
    error: {
      title: 'Qualcosa è andato storto',
      text: 'Riprova. Se il problema continua, scrivi al mittente dell’e-mail.',
    },
  },
  list: 'Lista',
  sender: 'Mittente',
  address: 'Indirizzo e-mail',
  confirmButton: 'Conferma l’iscrizione',
  unsubscribeButton: 'Annulla l’iscrizione',
  notAsked: 'Non hai chiesto tu l’iscrizione? Chiudi questa pagina e non verrai iscritto.',
  tryAgain: 'Riprova',
  preferences: {
    title: 'Preferenze e-mail',
    text: 'Scegli quali e-mail vuoi ricevere da questo mittente.',
    saved: 'Le tue scelte sono state salvate.',
    receivesNothing:
      'Hai annullato l’iscrizione a tutte le newsletter e le offerte di questo mittente. Le scelte qui sotto valgono solo quando tornerai a ricevere e-mail.',
    resubscribeButton: 'Ricevi di nuovo le e-mail',
    leaveTopicButton: 'Annulla l’iscrizione a {topic}',
    topics: 'Argomenti',
    saveButton: 'Salva le scelte',
    leaveAllButton: 'Annulla tutte le iscrizioni',
    stillArrives:
      'Continuerai a ricevere i messaggi che non sono né newsletter né offerte, come le ricevute.',
  },
}
