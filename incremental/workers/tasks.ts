import type { ConvertTarget, LevelTarget } from '../../pipeline/config.ts';
import type { Layout } from '../../src/level/level.ts';
import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { capturing, type Outcome } from '../capture.ts';
import { type ConvertedFiles, convertOnce } from '../convert-once.ts';
import { finishMesh } from '../gather.ts';
import { TrackedInputs } from '../inputs.ts';
import { type PreparedRoom, prepareFile, prepareModelled } from '../prepare.ts';
import type { RoomMarker } from '../split.ts';
import type { Plan } from '../targets.ts';

interface CommonTask {
	readonly target: string;
	readonly surfaces: SurfaceTable;
}

/** A piece of work that needs nothing but what it is given: it can be done in any thread, with the same result. */
export type Task =
	| (CommonTask & { readonly step: 'prepare'; readonly mesh: Walkmesh; readonly markers: readonly RoomMarker[] })
	| (CommonTask & { readonly step: 'read'; readonly index: number; readonly layout: Layout })
	| (CommonTask & { readonly step: 'finish'; readonly mesh: Walkmesh })
	| (CommonTask & { readonly step: 'convert' });

export interface TaskResults {
	prepare: PreparedRoom;
	read: PreparedRoom;
	finish: { readonly bytes: Uint8Array };
	convert: ConvertedFiles;
}

export type ResultOf<T extends Task> = Outcome<TaskResults[T['step']]>;

/** Does a task. @param plan of the task's target */
export async function runTask(task: Task, plan: Plan): Promise<Outcome<TaskResults[Task['step']]>> {
	const { surfaces } = task;
	const level = plan as Plan<LevelTarget>;
	switch (task.step) {
		case 'prepare':
			return capturing((report) => prepareModelled(level, task.mesh, task.markers, surfaces, report));
		case 'read':
			return capturing((report) => prepareFile(level, task.index, task.layout, surfaces, report));
		case 'finish': {
			const { bytes, captured } = finishMesh(level, task.mesh, surfaces);
			return { value: { bytes }, captured };
		}
		case 'convert': {
			const inputs = new TrackedInputs(plan.base);
			return capturing((report) => convertOnce(plan as Plan<ConvertTarget>, inputs, surfaces, report));
		}
	}
}
