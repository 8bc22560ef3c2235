model A "grьяe" // д
end A;