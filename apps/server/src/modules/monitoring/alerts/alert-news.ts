/** Topic: an alert, or who receives it, has changed, so notifications may be due. */
export const alertsTopic = 'alerts:changed';

/** Topic: deliveries are waiting to be sent. */
export const deliveriesTopic = 'alerts:waiting';
