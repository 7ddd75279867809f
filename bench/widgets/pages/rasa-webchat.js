const settings = { socketUrl: location.origin, socketPath: '/socket.io/', title: 'Example bank' };
window.WebChat.default(settings, null);
