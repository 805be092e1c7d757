import type { Texts } from './texts.js'

export const fr: Texts = {
  pages: {
    confirm: {
      title: 'Confirmez votre inscription',
      text: 'Veuillez confirmer que vous souhaitez recevoir les e-mails de cette liste.',
    },
    confirmed: {
      title: 'Votre inscription est confirmée',
      text: 'Merci. Vous recevrez les e-mails de cette liste et pourrez vous désinscrire à tout moment.',
    },
    alreadyConfirmed: {
      title: 'Votre inscription est déjà confirmée',
      text: 'Vous aviez déjà confirmé cette inscription. Vous n’avez plus rien à faire.',
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Il était valable 7 jours. Si vous n’avez pas encore confirmé, veuillez vous inscrire à nouveau.',
    },
    ended: {
      title: 'Ce lien n’est plus valable',
      text: 'Vous vous êtes désinscrit depuis cet e-mail. Pour recevoir la liste, inscrivez-vous à nouveau.',
    },
    invalid: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il est incomplet ou a été modifié. Veuillez ouvrir encore une fois le lien de l’e-mail.',
    },
    unsubscribe: {
      title: 'Se désinscrire ?',
      text: 'Veuillez confirmer que vous ne souhaitez plus recevoir les e-mails de cette liste.',
    },
    unsubscribed: {
      title: 'Vous êtes désinscrit',
      text: 'Vous ne recevrez plus d’e-mails de cette liste. Un message déjà envoyé peut encore arriver.',
    },
    gone: {
      title: 'Cette inscription n’existe plus',
      text: 'Elle n’entraîne plus aucun envoi. Pour recevoir la liste, veuillez vous inscrire à nouveau.',
    },
    optOut: {
      title: 'Ne plus recevoir les newsletters ?',
      text: 'Veuillez confirmer que vous ne souhaitez plus recevoir les newsletters et offres de cet expéditeur.',
    },
    optedOut: {
      title: 'Vous ne recevrez plus de newsletters',
      text: 'Vous ne recevrez plus les newsletters et offres de cet expéditeur. Un message déjà envoyé peut encore arriver.',
    },
    optOutGone: {
      title: 'Vous n’êtes plus destinataire',
      text: 'Cet expéditeur ne vous compte plus parmi les destinataires de ses newsletters. Vous n’avez rien à faire.',
    },
    preview: {
      title: 'Ceci est un aperçu',
      text: 'Le lien fait partie de l’aperçu ou du test d’un e-mail et ne désinscrit donc personne.',
    },
    unavailable: {
      title: 'Indisponible pour le moment',
      text: 'L’opération n’a pas pu aboutir. Veuillez réessayer dans une minute.',
    },
    error: {
      title: 'Une erreur s’est produite',
      text: 'Veuillez réessayer. Si le problème persiste, écrivez à l’expéditeur de l’e-mail.',
    },
  },
  list: 'Liste',
  sender: 'Expéditeur',
  address: 'Adresse e-mail',
  confirmButton: 'Confirmer l’inscription',
  unsubscribeButton: 'Se désinscrire',
  notAsked: 'Vous n’avez rien demandé ? Fermez simplement cette page et vous ne serez pas inscrit.',
  tryAgain: 'Réessayer',
  preferences: {
    title: 'Préférences d’e-mail',
    text: 'Choisissez les e-mails que vous souhaitez recevoir de cet expéditeur.',
    saved: 'Vos choix ont été enregistrés.',
    receivesNothing:
      'Vous ne recevez plus aucune newsletter ni offre de cet expéditeur. Les choix ci-dessous ne s’appliqueront que lorsque vous recevrez de nouveau des e-mails.',
    resubscribeButton: 'Recevoir de nouveau des e-mails',
    leaveTopicButton: 'Se désinscrire de « {topic} »',
    topics: 'Thèmes',
    saveButton: 'Enregistrer mes choix',
    leaveAllButton: 'Se désinscrire de tout',
    stillArrives:
      'Les messages qui ne sont ni des newsletters ni des offres, comme les reçus, continueront d’arriver.',
  },
}
