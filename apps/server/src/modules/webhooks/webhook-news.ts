/** Told when messages of webhooks wait to be sent. */
export const webhooksTopic = 'webhooks:waiting';
