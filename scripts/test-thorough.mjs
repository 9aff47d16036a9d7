// The tests of `npm test` with everything that takes long: killed builds, ten times the examples of each property.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
	stdio: 'inherit',
	env: { ...process.env, WOKFLOW_THOROUGH: '1' },
});
process.exitCode = status ?? 1;
