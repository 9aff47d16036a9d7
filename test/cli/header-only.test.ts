import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();
const empty = createWalkmesh({
	positions: new Float32Array(0),
	faces: new Uint32Array(0),
	surfaces: new Uint32Array(0),
});
const bytes = encodeBwm(deriveBwm(empty, K1, new Report()));
/** As some of the game's: every count and offset 0. */
const bare = bytes.slice(0, 136);
bare.fill(0, 72);

for (const [name, file] of [
	['packed', bytes],
	['bare', bare],
] as const) {
	writeFileSync(join(out, `${name}.wok`), file);
	writeFileSync(
		join(out, `${name}.lyt`),
		`beginlayout\n   roomcount 1\n      ${name} 0.0 0.0 0.0\n   trackcount 0\n   obstaclecount 0\n   doorhookcount 0\ndonelayout\n`,
	);
}

test.each(
	['packed', 'bare'].flatMap((name) =>
		[
			`inspect ${name}.wok`,
			`identify ${name}.wok`,
			`convert ${name}.wok ${name}.ascii`,
			`rebuild ${name}.wok -o rebuilt`,
			`diff ${name}.wok ${name}.wok`,
			`link ${name}.lyt --check`,
		].map((line) => [line]),
	),
)('a walkmesh of a header and nothing else is fine: %s --strict', async (line) => {
	const run = await wokflow([...line.split(' '), '--strict', '--json'], { cwd: out });
	const { findings } = JSON.parse(run.stdout) as { findings: { code: string; severity: string }[] };
	expect({ code: run.code, loud: findings.filter(({ severity }) => severity !== 'note') }).toEqual({
		code: 0,
		loud: [],
	});
});
