import { findMember, numberAt } from '../../text/json-nodes.ts'
import { buildJsonFormat } from './json-format.ts'
import { buildMeasure } from './measure.ts'

/**
 * criterion.rs `estimates.json` (criterion::estimate::Estimates): nanoseconds an iteration. It holds estimates, no
 * runs: the mean and the standard deviation of the samples.
 */
export const criterion = buildJsonFormat(
  'criterion',
  (head) => /"point_estimate"\s*:/.test(head) && /"confidence_interval"\s*:/.test(head),
  (root) => {
    const mean = numberAt(findMember(root, 'mean', 'point_estimate'))
    const spread = numberAt(findMember(root, 'std_dev', 'point_estimate'))?.value ?? null
    if (!mean) return []
    return [
      buildMeasure({
        suite: 'criterion',
        metric: 'time per iteration',
        unit: 'ns',
        higherIsBetter: false,
        stated: { mean, stddevPercent: spread === null ? null : (spread / mean.value) * 100, runs: null },
      }),
    ]
  },
)
