/** Names of the presets for chat widgets, as in `preset` of a browser channel. */
export const widgetPresetNames = [
  'botframework-webchat',
  'chatscope',
  'chatwoot',
  'deep-chat',
  'flowise',
  'hubspot',
  'intercom',
  'livechat',
  'n8n',
  'rasa-webchat',
  'react-chatbot-kit',
  'react-chatbotify',
  'react-simple-chatbot',
  'zendesk',
] as const;

export type WidgetPresetName = (typeof widgetPresetNames)[number];

/** Values of `preset` in a browser channel. */
export const widgetPresetChoices = ['automatic', 'none', ...widgetPresetNames] as const;
