import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { soundQuayGlb } from '../support/small-quay.ts';
import { THOROUGH } from '../support/thorough.ts';

const out = scratchFolder();
cpSync(FIXTURES, join(out, 'fixtures'), { recursive: true });
// The whole level comes as OBJ and as files of its rooms.
if (!THOROUGH) writeFileSync(join(out, 'fixtures/level/quay.glb'), soundQuayGlb());

/** Commands over what is sound: they end well and warn of nothing. In order, for later ones use what earlier ones wrote. */
const SOUND: readonly string[] = [
	'convert fixtures/level/quay.glb quay.wok',
	'convert fixtures/level/quay.obj quay_obj.wok',
	'convert fixtures/level/rooms/quay_02b.glb quay_02b.wok --layout fixtures/level/quay.lyt',
	'convert quay.wok quay.glb',
	'convert quay.wok quay.ascii',
	'convert quay.glb again.wok',
	'convert quay.ascii again2.wok',
	'convert fixtures/small/door.glb gate.dwk',
	'convert fixtures/small/placeable.glb crate.pwk',
	'convert fixtures/small/nested-transforms.glb nested.wok',
	'level fixtures/level/quay.glb level',
	'level fixtures/level/quay.lyt rooms --room-folder fixtures/level/rooms',
	'link level/quay.lyt --check',
	'inspect quay.wok quay_02b.wok gate0.dwk crate.pwk level/quay_01b.wok quay.ascii',
	'inspect --writer quay.wok crate.pwk quay.ascii',
	'diff quay.wok again.wok',
	'rebuild quay.wok -o rebuilt',
];

test('good input is not warned of, by any command', async () => {
	for (const line of SOUND) {
		const { code, stdout } = await wokflow([...line.split(' '), '--json'], { cwd: out });
		const { findings } = JSON.parse(stdout) as { findings: { code: string; severity: string }[] };
		const loud = findings.filter(({ severity }) => severity !== 'note').map((finding) => finding.code);
		expect({ line, code, loud }).toEqual({ line, code: 0, loud: [] });
	}
});
