// Generated from tools/numerics.toml by `make generate`; do not edit.
// Units and reasons: docs/numerics.md.

/** What counts as closed. */
export const closed = {
  /** [m or rad] */
  shown: 1e-6,
  /** [m or rad] */
  written: 1e-4,
};

/** Rank, limits and rounding. */
export const shared = {
  /** [m or rad] */
  atLimit: 1e-9,
  /** [1 + cos t] */
  halfTurn: 1.5e-6,
  /** [1] */
  nearAxis: 1e-6,
};

/** Solvers of the page. */
export const page = {
  /** [m or rad] */
  goal: 1e-11,
  /** [1] */
  closeStarts: 32,
  /** [steps] */
  closeSteps: 200,
  /** [share of the largest diagonal entry] */
  closeLeastDamping: 1e-13,
  /** [share of the largest diagonal entry] */
  closeFirstDamping: 1e-6,
  /** [share of the largest diagonal entry] */
  closeMostDamping: 1e6,
  /** [rad, or share of the robot's size] */
  followLongestStep: 0.15,
  /** [rad, or share of the robot's size] */
  followWidestCorrection: 0.2,
  /** [1] */
  followHalvings: 10,
  /** [steps] */
  followSteps: 12,
  /** [steps] */
  dragSteps: 30,
  /** [share of the largest diagonal entry] */
  dragFirstDamping: 1e-3,
  /** [share of the largest diagonal entry] */
  dragLeastDamping: 1e-6,
  /** [share of the largest diagonal entry] */
  dragMostDamping: 1e4,
  /** [rad, or share of the robot's size] */
  dragLongestStep: 0.25,
  /** [share of the distance] */
  dragLeastGain: 1e-4,
  /** [m or rad] */
  dragAtBound: 1e-10,
  /** [share of the robot's size] */
  dragRadian: 0.5,
  /** [m] */
  dragHeld: 1e-9,
  /** [share of the largest diagonal entry] */
  stepIdentity: 1e-10,
  /** [share of the longest column] */
  columnShare: 1e-6,
  /** [m] */
  dragPrecision: 1e-4,
  /** [rad] */
  dragAnglePrecision: 1e-3,
};
