import { Report } from '../src/findings/report.ts';
import { joinPath } from '../src/formats/sources.ts';
import type { Level } from '../src/level/level.ts';
import { assembleScene } from '../src/scene/assemble.ts';
import type { Scene } from '../src/scene/scene.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { writeOutputs } from './outputs.ts';
import type { StageObserver } from './recipe.ts';
import type { StageContext, Subject, Subjects } from './stage.ts';

/**
 * Keeps what each stage made as a GLB in a folder, `03-orient-room.glb`, so that a person can look at it. The numbers count the
 * stages of one subject in their order.
 */
export function keepStages(
	folder: string,
	{ surfaces, report }: Pick<StageContext, 'surfaces' | 'report'>,
): StageObserver {
	return {
		async after(stage, value, step) {
			const meshes = walkmeshesOf(stage.subject, value);
			const { writeGltf } = await import('../exporters/gltf/write.ts');
			const bytes = await writeGltf(meshes, { format: 'glb' }, { surfaces, report });
			const number = String(step + 1).padStart(2, '0');
			const name = `${stage.subject}-${number}-${stage.name}-${fileName((value as { name: string }).name)}.glb`;
			// What is kept is kept all the same when the stages found an error.
			const own = new Report();
			await writeOutputs([{ path: joinPath(folder, name), bytes }], own, { inputs: report.inputs });
			for (const finding of own.findings) report.push(finding);
		},
	};
}

function walkmeshesOf(subject: Subject, value: Subjects[Subject]): Walkmesh[] {
	if (subject === 'walkmesh') return [value as Walkmesh];
	if (subject === 'level') {
		return (value as Level).rooms.map(({ walkmesh }) => walkmesh).filter((walkmesh) => walkmesh !== undefined);
	}
	const { area, objects } = assembleScene(value as Scene);
	return area === undefined ? [...objects] : [area, ...objects];
}

/** Names come from inputs: nothing in them may lead elsewhere. */
function fileName(name: string): string {
	return name.replace(/[^\w-]/g, '_') || 'unnamed';
}
