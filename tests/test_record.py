"""Records are dataclasses in all that users notice."""

import copy
import dataclasses
import pickle

import pytest

from fourbar.record import record
from fourbar.robot import Joint, Pose


@record
class Point:
    """A point."""

    x: float
    y: float = 0.0
    labels: tuple[str, ...] = ()


def test_made_by_place_or_name_with_defaults():
    assert Point(1.0, 2.0) == Point(y=2.0, x=1.0)
    assert repr(Point(1.0)) == "Point(x=1.0, y=0.0, labels=())"
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Point(1.0, z=3.0)


def test_equal_by_content_and_class_and_hashable():
    @record
    class Other:
        """Another class with the same fields."""

        x: float
        y: float = 0.0
        labels: tuple[str, ...] = ()

    assert Point(1.0) != Other(1.0)
    assert len({Point(1.0), Point(1.0), Point(2.0)}) == 2


def test_immutable():
    point = Point(1.0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x


def test_the_dataclasses_module_knows_them():
    assert dataclasses.is_dataclass(Joint)
    assert [field.name for field in dataclasses.fields(Pose)] == ["xyz", "rpy"]
    assert dataclasses.replace(Point(1.0), y=5.0) == Point(1.0, 5.0)
    assert dataclasses.asdict(Point(1.0)) == {"x": 1.0, "y": 0.0, "labels": ()}


def test_copied_and_pickled():
    joint = Joint("j", "revolute", "a", "b", origin=Pose((0, 0, 1)))
    assert copy.copy(joint) == copy.deepcopy(joint) == pickle.loads(pickle.dumps(joint)) == joint


def test_an_empty_mapping_may_be_a_default():
    from fourbar.lint import Settings

    assert dataclasses.replace(Settings(), preview=True).severity == {}
    assert {each.name for each in dataclasses.fields(Settings)} >= {"severity", "packages"}
    assert Settings().packages == {}
