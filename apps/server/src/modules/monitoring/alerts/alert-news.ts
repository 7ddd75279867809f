/** Announces that an alert or its audience has changed, so notifications may be due. */
export const alertsTopic = 'alerts:changed';

/** Announces deliveries that wait to be sent. */
export const deliveriesTopic = 'alerts:waiting';
