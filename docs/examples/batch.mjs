// Converts the scenes of a folder and lifts each of them: node batch.mjs rooms out 0.5
import { mkdirSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pipeline } from 'wokflow/node';
import { convertRecipe, defineStage, option } from 'wokflow/stages';

const lift = defineStage(
	'lift',
	'walkmesh',
	'Lifts a walkmesh.',
	{ by: option.metres('How far.', 0) },
	(mesh, { by }) => ({
		...mesh,
		positions: mesh.positions.map((value, i) => (i % 3 === 2 ? value + by : value)),
	}),
);

const [from, to, by] = process.argv.slice(2);
mkdirSync(to, { recursive: true });
for (const file of readdirSync(from).filter((name) => /\.(glb|gltf|obj)$/.test(name))) {
	const { report } = await pipeline()
		.read(join(from, file))
		.recipe([...convertRecipe(), lift({ by: Number(by) })])
		.write(join(to, `${parse(file).name}.wok`));
	console.log(`${file}: ${report.failed ? 'failed' : 'converted'}, ${report.total('warning')} warnings`);
	if (report.failed) process.exitCode = 1;
}
