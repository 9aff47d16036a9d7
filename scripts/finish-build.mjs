// Makes the built command executable: `npm ci` and `npx` run it as it is.
import { chmodSync } from 'node:fs';

chmodSync(new URL('../dist/cli/main.js', import.meta.url), 0o755);
