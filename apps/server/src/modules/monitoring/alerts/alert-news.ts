/** Told when an alert, or who hears of alerts, has changed: there may be something to tell. */
export const alertsTopic = 'alerts:changed';

/** Told when deliveries wait to be sent. */
export const deliveriesTopic = 'alerts:waiting';
