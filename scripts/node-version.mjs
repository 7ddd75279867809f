// Parley runs its TypeScript directly, which needs Node 24. The pinned one comes as an optional
// dependency for Linux and Windows; elsewhere the Node that started npm has to be new enough.
export function requireNode24() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 24) return;
  console.error(
    `Parley needs Node 24 or newer and found ${process.version}.\n` +
      'Install Node 24 (https://nodejs.org) and run the command again.',
  );
  process.exit(1);
}
