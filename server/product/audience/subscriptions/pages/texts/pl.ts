import type { Texts } from './texts.js'

export const pl: Texts = {
  pages: {
    confirm: {
      title: 'Potwierdź subskrypcję',
      text: 'Potwierdź, że chcesz otrzymywać wiadomości e-mail z tej listy.',
    },
    confirmed: {
      title: 'Subskrypcja potwierdzona',
      text: 'Dziękujemy. Będziesz otrzymywać wiadomości z tej listy. Możesz zrezygnować w każdej chwili.',
    },
    alreadyConfirmed: {
      title: 'Subskrypcja jest już potwierdzona',
      text: 'Ta subskrypcja została potwierdzona wcześniej. Nie musisz nic więcej robić.',
    },
    expired: {
      title: 'Ten link wygasł',
      text: 'Był ważny przez 7 dni. Jeśli subskrypcja nie została jeszcze potwierdzona, zapisz się ponownie.',
    },
    ended: {
      title: 'Ten link nie jest już ważny',
      text: 'Po wysłaniu tej wiadomości subskrypcję anulowano. Aby ją odnowić, zapisz się ponownie.',
    },
    invalid: {
      title: 'Ten link nie działa',
      text: 'Jest niepełny lub został zmieniony. Otwórz jeszcze raz link z wiadomości e-mail.',
    },
    unsubscribe: {
      title: 'Zrezygnować z subskrypcji?',
      text: 'Potwierdź, że nie chcesz już otrzymywać wiadomości e-mail z tej listy.',
    },
    unsubscribed: {
      title: 'Subskrypcja anulowana',
      text: 'Nie będziesz już otrzymywać wiadomości z tej listy. Wiadomość już wysłana może jeszcze dotrzeć.',
    },
    gone: {
      title: 'Ta subskrypcja już nie istnieje',
      text: 'Z jej powodu nie otrzymujesz żadnych wiadomości. Aby otrzymywać listę, zapisz się ponownie.',
    },
    optOut: {
      title: 'Zrezygnować z newsletterów?',
      text: 'Potwierdź, że nie chcesz już otrzymywać newsletterów i ofert od tego nadawcy.',
    },
    optedOut: {
      title: 'Nie dostaniesz już newsletterów',
      text: 'Nie będziesz już otrzymywać newsletterów i ofert od tego nadawcy. Wiadomość już wysłana może jeszcze dotrzeć.',
    },
    optOutGone: {
      title: 'Nie ma Cię już wśród odbiorców',
      text: 'Ten nadawca nie ma Cię już wśród odbiorców newsletterów. Nie musisz nic więcej robić.',
    },
    preview: {
      title: 'To jest podgląd',
      text: 'Link należy do podglądu lub testu wiadomości e-mail, więc nikogo nie wypisuje.',
    },
    unavailable: {
      title: 'Chwilowo niedostępne',
      text: 'Nie udało się tego teraz wykonać. Spróbuj ponownie za minutę.',
    },
    error: {
      title: 'Coś poszło nie tak',
      text: 'Spróbuj ponownie. Jeśli to nie pomoże, napisz do nadawcy wiadomości e-mail.',
    },
  },
  list: 'Lista',
  sender: 'Nadawca',
  address: 'Adres e-mail',
  confirmButton: 'Potwierdź subskrypcję',
  unsubscribeButton: 'Zrezygnuj z subskrypcji',
  notAsked: 'To nie Twoje zgłoszenie? Po prostu zamknij tę stronę, a subskrypcja nie powstanie.',
  tryAgain: 'Spróbuj ponownie',
  preferences: {
    title: 'Preferencje e-mail',
    text: 'Wybierz, jakie wiadomości chcesz otrzymywać od tego nadawcy.',
    saved: 'Twój wybór został zapisany.',
    receivesNothing:
      'Nie otrzymujesz już żadnych newsletterów ani ofert od tego nadawcy. Poniższy wybór zacznie obowiązywać, gdy znów zechcesz otrzymywać wiadomości.',
    resubscribeButton: 'Chcę znów otrzymywać wiadomości',
    leaveTopicButton: 'Zrezygnuj z subskrypcji: {topic}',
    topics: 'Tematy',
    saveButton: 'Zapisz wybór',
    leaveAllButton: 'Zrezygnuj ze wszystkich subskrypcji',
    stillArrives:
      'Wiadomości, które nie są newsletterami ani ofertami, na przykład rachunki, będą nadal przychodzić.',
  },
}
