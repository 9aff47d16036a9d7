// The main job on the level of fixtures/: a modelled level to a walkmesh, and the walkmesh back to a picture of it in glTF.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = fileURLToPath(new URL('../dist/cli.cjs', import.meta.url));

/** Shows a command as a user would type it, and runs it. */
function wokflow(...args) {
	console.log(`\n$ wokflow ${args.join(' ')}`);
	const { status } = spawnSync(process.execPath, [command, ...args], { cwd: root, stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}

mkdirSync(`${root}/out`, { recursive: true });
wokflow('convert', 'fixtures/level/quay.glb', 'out/quay.wok');
wokflow('inspect', 'out/quay.wok');
wokflow('convert', 'out/quay.wok', 'out/quay-walkmesh.glb');
wokflow('level', 'fixtures/level/quay.glb', 'out/quay');
console.log('\nOpen out/quay-walkmesh.glb in any glTF viewer, and out/quay/quay.svg in any browser.');
