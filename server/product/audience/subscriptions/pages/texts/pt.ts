import type { Texts } from './texts.js'

export const pt: Texts = {
  pages: {
    confirm: {
      title: 'Confirme a sua inscrição',
      text: 'Confirme que deseja receber os e-mails desta lista.',
    },
    confirmed: {
      title: 'Inscrição confirmada',
      text: 'Obrigado. Receberá os e-mails desta lista e poderá cancelar a inscrição a qualquer momento.',
    },
    alreadyConfirmed: {
      title: 'Inscrição já confirmada',
      text: 'Esta inscrição já tinha sido confirmada. Não é preciso fazer mais nada.',
    },
    expired: {
      title: 'Este link expirou',
      text: 'Foi válido durante 7 dias. Se ainda não confirmou a inscrição, inscreva-se novamente.',
    },
    ended: {
      title: 'Este link já não é válido',
      text: 'A inscrição foi cancelada depois deste e-mail. Para receber a lista, inscreva-se novamente.',
    },
    invalid: {
      title: 'Este link não funciona',
      text: 'Está incompleto ou foi alterado. Abra mais uma vez o link do e-mail.',
    },
    unsubscribe: {
      title: 'Cancelar a inscrição?',
      text: 'Confirme que já não deseja receber os e-mails desta lista.',
    },
    unsubscribed: {
      title: 'Inscrição cancelada',
      text: 'Não receberá mais e-mails desta lista. Uma mensagem já enviada ainda pode chegar.',
    },
    gone: {
      title: 'Esta inscrição já não existe',
      text: 'Não recebe nenhum e-mail por causa dela. Para receber a lista, inscreva-se novamente.',
    },
    optOut: {
      title: 'Deixar de receber newsletters?',
      text: 'Confirme que já não deseja receber as newsletters e ofertas deste remetente.',
    },
    optedOut: {
      title: 'Não receberá mais newsletters',
      text: 'Não receberá mais newsletters nem ofertas deste remetente. Uma mensagem já enviada ainda pode chegar.',
    },
    optOutGone: {
      title: 'Já não é destinatário',
      text: 'Este remetente já não o tem entre os destinatários das suas newsletters. Não é preciso fazer mais nada.',
    },
    preview: {
      title: 'Isto é uma pré-visualização',
      text: 'O link pertence à pré-visualização ou ao teste de um e-mail e não cancela a inscrição de ninguém.',
    },
    unavailable: {
      title: 'Indisponível neste momento',
      text: 'Não foi possível concluir a operação. Tente novamente dentro de um minuto.',
    },
    error: {
      title: 'Algo correu mal',
      text: 'Tente novamente. Se o problema continuar, escreva ao remetente do e-mail.',
    },
  },
  list: 'Lista',
  sender: 'Remetente',
  address: 'Endereço de e-mail',
  confirmButton: 'Confirmar inscrição',
  unsubscribeButton: 'Cancelar inscrição',
  notAsked: 'Não pediu esta inscrição? Basta fechar esta página e não será inscrito.',
  tryAgain: 'Tentar novamente',
  preferences: {
    title: 'Preferências de e-mail',
    text: 'Escolha os e-mails que deseja receber deste remetente.',
    saved: 'As suas escolhas foram guardadas.',
    receivesNothing:
      'Cancelou a inscrição em todas as newsletters e ofertas deste remetente. As escolhas abaixo só se aplicam quando voltar a receber e-mails.',
    resubscribeButton: 'Voltar a receber e-mails',
    leaveTopicButton: 'Cancelar inscrição em {topic}',
    topics: 'Temas',
    saveButton: 'Guardar escolhas',
    leaveAllButton: 'Cancelar todas as inscrições',
    stillArrives: 'Continuará a receber as mensagens que não são newsletters nem ofertas, como os recibos.',
  },
}
