import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXTURES } from './cli.ts';
import { cell, storeys } from './strange.ts';
import { furniture, type MadeScene, makeRooms } from './unprepared.ts';

/** Whether this machine has Blender; some Linux distributions have an old one. */
export const HAS_BLENDER: boolean = spawnSync('blender', ['--version']).status === 0;

const THICK = { thick: 0.2, lintels: true };
const CLOSED = { ...THICK, thresholds: true };

let made: MadeScene[] | undefined;

/** Scenes that Blender makes and exports, in one run of it; none where there is no Blender, which is said. */
export function blenderScenes(): readonly MadeScene[] {
	if (made !== undefined) return made;
	if (!HAS_BLENDER) {
		console.warn('20 scenes by Blender are left out: there is no Blender here.');
		return (made = []);
	}
	const folder = mkdtempSync(join(tmpdir(), 'wokflow-blender-'));
	try {
		const plans = {
			thin: makeRooms(),
			lintels: makeRooms({ lintels: true }),
			thick: makeRooms(THICK),
			closed: makeRooms(CLOSED),
			furnished: [...makeRooms(CLOSED), ...furniture(['Door', 'Door.001'], ['Table', 'Cube'], 0.2)],
			storeys: storeys(),
			cell: [cell()],
		};
		writeFileSync(join(folder, 'plans.json'), JSON.stringify(plans));
		const script = join(FIXTURES, 'blender/scenes.py');
		const words = ['-b', '--python-exit-code', '1', '--python', script, '--', join(folder, 'plans.json'), folder];
		const { status, stdout, stderr } = spawnSync('blender', words, { encoding: 'utf8', maxBuffer: 1 << 26 });
		if (status !== 0) throw new Error(`Blender failed: ${stdout.slice(-1500)}${stderr.slice(-1500)}`);
		made = readdirSync(folder)
			.filter((file) => /^[^.]*\.(?:glb|obj)$/.test(file))
			.map((file) => {
				const [name] = file.split('.');
				const read = (each: string): Uint8Array => new Uint8Array(readFileSync(join(folder, each)));
				return { what: `Blender: ${name}`, file, bytes: read(file), prepared: read(`${name}.prepared.glb`) };
			});
		return made;
	} finally {
		rmSync(folder, { recursive: true });
	}
}
