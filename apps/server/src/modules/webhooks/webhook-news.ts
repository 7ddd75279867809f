/** Topic: webhook messages are waiting to be sent. */
export const webhooksTopic = 'webhooks:waiting';
