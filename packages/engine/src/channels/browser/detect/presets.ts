/** Selectors for the widgets of vendors and frameworks. A preset is only evidence: the page is examined in any case. */
import type { WidgetPresetName } from '@parley/suite';

export interface WidgetPreset {
  /** Increased with each change of the selectors. */
  version: number;
  /** The package and version of the examined page, or the source of the published selectors. */
  known: { seen: string } | { published: string };
  /** Signs of the widget, any of which is enough. */
  recognizedBy: { selectors?: string[]; globals?: string[]; scriptHosts?: string[] };
  /** Selector of the control that opens the widget. `launcherFrame` is the iframe that contains it. */
  launcher?: string;
  launcherFrame?: string;
  /** The iframe of the widget. */
  frame?: string;
  /** The text field. If absent, any suitable field in `frame` is used. */
  input?: string;
  send?: string;
  /** Selector of each message of the bot. `person` is the selector of the person's messages. */
  reply?: string;
  person?: string;
}

/** The presets by name. Selectors are plain CSS and match elements within their own shadow root. */
export const widgetPresets: Record<WidgetPresetName, WidgetPreset> = {
  'botframework-webchat': {
    version: 1,
    known: { seen: 'botframework-webchat 4.18.1' },
    recognizedBy: {
      selectors: ['.webchat__basic-transcript'],
      scriptHosts: ['cdn.botframework.com'],
    },
    input: '.webchat__send-box-text-box__input',
    reply: '.webchat__bubble:not(.webchat__bubble--from-user)',
    person: '.webchat__bubble--from-user',
  },
  chatscope: {
    version: 1,
    known: { seen: '@chatscope/chat-ui-kit-react 2.1.1' },
    recognizedBy: { selectors: ['.cs-main-container', '.cs-chat-container'] },
    input: '.cs-message-input__content-editor',
    send: '.cs-button--send',
    reply: '.cs-message--incoming',
    person: '.cs-message--outgoing',
  },
  chatwoot: {
    version: 1,
    known: { published: 'github.com/chatwoot/chatwoot, app/javascript/sdk' },
    recognizedBy: { selectors: ['.woot-widget-holder'], globals: ['$chatwoot', 'chatwootSDK'] },
    launcher: '.woot-widget-bubble',
    frame: '#chatwoot_live_chat_widget',
  },
  'deep-chat': {
    version: 1,
    known: { seen: 'deep-chat 2.4.2' },
    recognizedBy: { selectors: ['deep-chat'] },
    input: '#text-input',
    reply: '.ai-message',
    person: '.user-message',
  },
  flowise: {
    version: 1,
    known: { seen: 'flowise-embed 3.1.6' },
    recognizedBy: { selectors: ['flowise-chatbot', 'flowise-fullchatbot'] },
    input: '[data-testid="input"] textarea',
    reply: '[data-testid="host-bubble"]',
    person: '[data-testid="guest-bubble"]',
  },
  hubspot: {
    version: 1,
    known: { published: 'developers.hubspot.com, Conversations SDK' },
    recognizedBy: {
      selectors: ['#hubspot-messages-iframe-container'],
      globals: ['HubSpotConversations'],
    },
    frame: '#hubspot-messages-iframe-container iframe',
  },
  intercom: {
    version: 1,
    known: { published: 'developers.intercom.com, and public tests of pages that embed it' },
    recognizedBy: {
      selectors: ['iframe[name="intercom-messenger-frame"]', '.intercom-lightweight-app'],
      globals: ['Intercom'],
      scriptHosts: ['widget.intercom.io', 'js.intercomcdn.com'],
    },
    launcher: '.intercom-launcher',
    frame: 'iframe[name="intercom-messenger-frame"]',
  },
  livechat: {
    version: 1,
    known: { published: 'platform.text.com, and public tests of pages that embed it' },
    recognizedBy: {
      selectors: ['#chat-widget-container'],
      globals: ['LiveChatWidget'],
      scriptHosts: ['cdn.livechatinc.com'],
    },
    launcher: 'button',
    launcherFrame: '#chat-widget-minimized, iframe[name="chat-widget-minimized"]',
    frame: '#chat-widget, iframe[name="chat-widget"]',
  },
  n8n: {
    version: 1,
    known: { seen: '@n8n/chat 1.37.0' },
    recognizedBy: { selectors: ['#n8n-chat', '.n8n-chat'] },
    launcher: '.chat-window-toggle',
    input: '[data-test-id="chat-input"]',
    send: '.chat-input-send-button',
    reply: '.chat-message-from-bot',
    person: '.chat-message-from-user',
  },
  'rasa-webchat': {
    version: 1,
    known: { seen: 'rasa-webchat 1.0.1' },
    recognizedBy: { selectors: ['#rasaWebchatPro', '.rw-widget-container'] },
    launcher: '.rw-launcher',
    input: '.rw-new-message',
    send: '.rw-send',
    reply: '.rw-response',
    person: '.rw-client',
  },
  'react-chatbot-kit': {
    version: 1,
    known: { seen: 'react-chatbot-kit 2.2.2' },
    recognizedBy: { selectors: ['.react-chatbot-kit-chat-container'] },
    input: '.react-chatbot-kit-chat-input',
    send: '.react-chatbot-kit-chat-btn-send',
    reply: '.react-chatbot-kit-chat-bot-message-container',
    person: '.react-chatbot-kit-user-chat-message-container',
  },
  'react-chatbotify': {
    version: 1,
    known: { seen: 'react-chatbotify 2.5.0' },
    recognizedBy: { selectors: ['.rcb-chatbot-global'] },
    launcher: '.rcb-toggle-button',
    input: '.rcb-chat-input-textarea',
    send: '.rcb-send-button',
    reply: '.rcb-bot-message',
    person: '.rcb-user-message',
  },
  'react-simple-chatbot': {
    version: 1,
    known: { seen: 'react-simple-chatbot 1.0.1' },
    recognizedBy: { selectors: ['.rsc-container'] },
    input: '.rsc-input',
    send: '.rsc-submit-button',
    reply: '.rsc-ts-bot',
    person: '.rsc-ts-user',
  },
  zendesk: {
    version: 1,
    known: { published: 'developer.zendesk.com, and public tests of pages that embed it' },
    recognizedBy: {
      selectors: ['#ze-snippet', 'iframe[title="Button to launch messaging window"]'],
      globals: ['zE'],
      scriptHosts: ['static.zdassets.com'],
    },
    launcher: 'button',
    launcherFrame: 'iframe[title="Button to launch messaging window"]',
    frame: 'iframe[name="Messaging window"]',
  },
};
