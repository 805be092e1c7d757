import type { Texts } from './texts.js'

export const es: Texts = {
  pages: {
    confirm: {
      title: 'Confirme su suscripción',
      text: 'Confirme que desea recibir los correos de esta lista.',
    },
    confirmed: {
      title: 'Su suscripción está confirmada',
      text: 'Gracias. Recibirá los correos de esta lista y podrá darse de baja en cualquier momento.',
    },
    alreadyConfirmed: {
      title: 'Su suscripción ya estaba confirmada',
      text: 'Esta suscripción se confirmó anteriormente. No tiene que hacer nada más.',
    },
    expired: {
      title: 'Este enlace ha caducado',
      text: 'Era válido durante 7 días. Si aún no ha confirmado su suscripción, vuelva a suscribirse.',
    },
    ended: {
      title: 'Este enlace ya no es válido',
      text: 'Se dio de baja después de este correo. Para volver a recibir la lista, suscríbase de nuevo.',
    },
    invalid: {
      title: 'Este enlace no funciona',
      text: 'Está incompleto o ha sido modificado. Abra de nuevo el enlace del correo.',
    },
    unsubscribe: {
      title: '¿Darse de baja?',
      text: 'Confirme que ya no desea recibir los correos de esta lista.',
    },
    unsubscribed: {
      title: 'Se ha dado de baja',
      text: 'No recibirá más correos de esta lista. Un mensaje ya enviado puede llegar todavía.',
    },
    gone: {
      title: 'Esta suscripción ya no existe',
      text: 'No recibe ningún correo por ella. Si desea recibir la lista, vuelva a suscribirse.',
    },
    optOut: {
      title: '¿Dejar de recibir boletines?',
      text: 'Confirme que ya no desea recibir los boletines y ofertas de este remitente.',
    },
    optedOut: {
      title: 'Ya no recibirá boletines',
      text: 'No recibirá más boletines ni ofertas de este remitente. Un mensaje ya enviado puede llegar todavía.',
    },
    optOutGone: {
      title: 'Ya no es destinatario',
      text: 'Este remitente ya no le incluye entre los destinatarios de sus boletines. No tiene que hacer nada más.',
    },
    preview: {
      title: 'Esto es una vista previa',
      text: 'El enlace pertenece a una vista previa o a una prueba de un correo y no da de baja a nadie.',
    },
    unavailable: {
      title: 'No disponible en este momento',
      text: 'No hemos podido completar la operación. Inténtelo de nuevo dentro de un minuto.',
    },
    error: {
      title: 'Algo ha fallado',
      text: 'Inténtelo de nuevo. Si el problema continúa, escriba al remitente del correo.',
    },
  },
  list: 'Lista',
  sender: 'Remitente',
  address: 'Dirección de correo',
  confirmButton: 'Confirmar suscripción',
  unsubscribeButton: 'Darse de baja',
  notAsked: '¿No se ha suscrito? Cierre esta página y no quedará suscrito.',
  tryAgain: 'Intentar de nuevo',
  preferences: {
    title: 'Preferencias de correo',
    text: 'Elija qué correos desea recibir de este remitente.',
    saved: 'Sus preferencias se han guardado.',
    receivesNothing:
      'Se ha dado de baja de todos los boletines y ofertas de este remitente. Lo que elija abajo solo se aplicará cuando vuelva a recibir correos.',
    resubscribeButton: 'Volver a recibir correos',
    leaveTopicButton: 'Darse de baja de {topic}',
    topics: 'Temas',
    saveButton: 'Guardar preferencias',
    leaveAllButton: 'Darse de baja de todo',
    stillArrives: 'Seguirá recibiendo los mensajes que no son boletines ni ofertas, como los recibos.',
  },
}
